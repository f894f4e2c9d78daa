// SPDX-License-Identifier: GPL-3.0-or-later
/// Tells the echo of what the window did, which comes back later, from news that replaces it.
///
/// Without it, the answer to "1" would undo the "12" that was typed meanwhile.
struct Echo<Value: Equatable & Sendable>: Equatable, Sendable {
  private var underWay: [Value] = []
  private var answered: Value?
  private var isAsked = false
  private var isOvertaken = false

  /// The window now shows this, and the workflow was told.
  mutating func sent(_ value: Value) {
    underWay.append(value)
    isOvertaken = isOvertaken || isAsked
    isAsked = false
  }

  /// The workflow was asked for a value that the window does not know; what is sent before it comes overtakes it.
  mutating func asked() { isAsked = true }

  /// Whatever comes next counts: what was asked for may come out in another way.
  mutating func forget() { self = Echo() }

  /// The workflow holds this; what the window must show instead of its own, or nil to leave it alone.
  mutating func answered(with value: Value) -> Value? {
    if let index = underWay.firstIndex(of: value) {
      underWay.removeFirst(index + 1)
      // What was sent before the question says nothing of its answer.
      if underWay.isEmpty { isOvertaken = false }
      answered = value
      return nil
    }
    guard value != answered else { return nil }
    answered = value
    guard !isOvertaken else {
      isOvertaken = false
      return nil
    }
    underWay = []
    isAsked = false
    return value
  }
}

/// The echo of what is typed.
typealias TypingEcho = Echo<String>
