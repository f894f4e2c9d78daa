// SPDX-License-Identifier: GPL-3.0-or-later
/// Tells the echo of what was typed, which comes back later, from a text that replaces it.
///
/// Without it, the answer to "1" would undo the "12" that was typed meanwhile.
struct TypingEcho: Equatable, Sendable {
  private var underWay: [String] = []
  private var answered = ""

  /// The field now holds this text, and the workflow was told.
  mutating func sent(_ text: String) { underWay.append(text) }

  /// The workflow holds this text; what the field must show instead of its own, or nil to leave it alone.
  mutating func answered(with text: String) -> String? {
    if let index = underWay.firstIndex(of: text) {
      underWay.removeFirst(index + 1)
      answered = text
      return nil
    }
    guard text != answered else { return nil }
    underWay = []
    answered = text
    return text
  }
}
