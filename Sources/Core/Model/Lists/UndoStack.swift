// SPDX-License-Identifier: GPL-3.0-or-later

public struct UndoStack<Value: Equatable & Sendable>: Sendable {
  public private(set) var current: Value
  private var past: [Value] = []
  private var future: [Value] = []
  private var typing: String?
  private let limit: Int

  public init(_ start: Value, limit: Int = 1_000) {
    current = start
    self.limit = limit
  }

  public var canUndo: Bool { !past.isEmpty }
  public var previous: Value? { past.last }
  public var canRedo: Bool { !future.isEmpty }
  public var all: [Value] { past + [current] + future }

  /// Records a change as one step. Consecutive changes that the user typed in one `field` are also one step.
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

  public mutating func amend(_ value: Value) {
    (current, typing) = (value, nil)
  }

  /// Applies `change` to every stored state. Merges neighbouring states that become equal.
  public mutating func rewrite(_ change: (inout Value) -> Void) {
    for index in past.indices { change(&past[index]) }
    for index in future.indices { change(&future[index]) }
    change(&current)
    past = Self.steps(past, towards: current)
    future = Self.steps(future, towards: current)
  }

  /// Removes the states for which `isDropped` is true. If the current state is removed, `next` replaces it.
  public mutating func drop(where isDropped: (Value) -> Bool, or next: Value) {
    if isDropped(current) { (current, typing) = (next, nil) }
    past = Self.steps(past.filter { !isDropped($0) }, towards: current)
    future = Self.steps(future.filter { !isDropped($0) }, towards: current)
  }

  private static func steps(_ values: [Value], towards current: Value) -> [Value] {
    values.indices.filter { values[$0] != ($0 + 1 < values.count ? values[$0 + 1] : current) }.map { values[$0] }
  }

  @discardableResult public mutating func undo() -> Value? { step(from: \.past, to: \.future) }

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
