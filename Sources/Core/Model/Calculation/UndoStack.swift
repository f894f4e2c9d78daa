// SPDX-License-Identifier: GPL-3.0-or-later

/// A value with its past and its undone future.
public struct UndoStack<Value: Equatable & Sendable>: Sendable {
  public private(set) var current: Value
  private var past: [Value] = []
  private var future: [Value] = []
  private var typing: String?
  private let limit: Int

  /// `limit`: how many steps back there are at most.
  public init(_ start: Value, limit: Int = 1_000) {
    current = start
    self.limit = limit
  }

  public var canUndo: Bool { !past.isEmpty }
  /// The states that undo returns to.
  public var previous: Value? { past.last }
  public var canRedo: Bool { !future.isEmpty }
  /// Every value that a step leads to, with the current one.
  public var all: [Value] { past + [current] + future }

  /// Takes the next value; one that does not differ is no step.
  ///
  /// `field`: where it was typed; keystrokes that follow each other in one field are one step.
  public mutating func record(_ value: Value, typedIn field: String? = nil) {
    guard value != current else { return }
    if field == nil || field != typing || past.isEmpty {
      past.append(current)
      if past.count > limit { past.removeFirst() }
    }
    typing = field
    current = value
    future.removeAll()
  }

  /// Takes a value that is no step: where the person looks, not what they did.
  public mutating func amend(_ value: Value) {
    (current, typing) = (value, nil)
  }

  /// Makes a change in every value, as if it had been so from the start; steps that no longer differ are none.
  public mutating func rewrite(_ change: (inout Value) -> Void) {
    for index in past.indices { change(&past[index]) }
    for index in future.indices { change(&future[index]) }
    change(&current)
    past = Self.steps(past, towards: current)
    future = Self.steps(future, towards: current)
  }

  /// Takes values out as if they had never been; `next` takes the place of the current one where that is among them.
  public mutating func drop(where isDropped: (Value) -> Bool, or next: Value) {
    if isDropped(current) { (current, typing) = (next, nil) }
    past = Self.steps(past.filter { !isDropped($0) }, towards: current)
    future = Self.steps(future.filter { !isDropped($0) }, towards: current)
  }

  private static func steps(_ values: [Value], towards current: Value) -> [Value] {
    values.indices.filter { values[$0] != ($0 + 1 < values.count ? values[$0 + 1] : current) }.map { values[$0] }
  }

  /// The value before the last step; nil at the start.
  @discardableResult public mutating func undo() -> Value? { step(from: \.past, to: \.future) }

  /// The step undone last, again; nil when there is none.
  @discardableResult public mutating func redo() -> Value? { step(from: \.future, to: \.past) }

  private mutating func step(
    from source: WritableKeyPath<Self, [Value]>, to target: WritableKeyPath<Self, [Value]>
  ) -> Value? {
    guard let value = self[keyPath: source].popLast() else { return nil }
    self[keyPath: target].append(current)
    (current, typing) = (value, nil)
    return value
  }
}
