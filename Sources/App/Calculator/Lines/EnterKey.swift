// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// What Enter does in the amount field; a pure decision.
enum EnterKey: Equatable, Sendable {
  /// Several amounts become lines, an expression its result.
  case finish
  /// The text stays without the sign at its end, and a new line begins with it.
  case continueWith(LineSign, text: String)
  case newLine
  case nextLine

  private static let signs: [Character: LineSign] = ["+": .plus, "-": .minus, "−": .minus]

  /// Enter alone finishes what is written; in a list, where it is finished already, it goes on to the next line.
  static func pressed(text: String, in places: LinePlaces) -> EnterKey {
    if let (sign, rest) = signAtEnd(text) { return .continueWith(sign, text: rest) }
    guard places.isList, isFinished(text) else { return .finish }
    return places.isAtEnd ? .newLine : .nextLine
  }

  /// With Control or Shift it begins a line whatever is written.
  static func pressedForNewLine(text: String) -> EnterKey {
    if let (sign, rest) = signAtEnd(text) { return .continueWith(sign, text: rest) }
    return .newLine
  }

  private static func signAtEnd(_ text: String) -> (LineSign, String)? {
    let trimmed = trimmingEnd(text)
    guard let sign = trimmed.last.flatMap({ signs[$0] }) else { return nil }
    let rest = trimmingEnd(String(trimmed.dropLast()))
    // After an operator it is the sign of a number that is still to come.
    guard let last = rest.last, last.isNumber || last.isLetter || last.isCurrencySymbol || last == ")" || last == "%"
    else { return nil }
    return (sign, rest)
  }

  private static func isFinished(_ text: String) -> Bool {
    text.contains { $0.isNumber } && text.allSatisfy { $0.isNumber || $0.isWhitespace || ".,'’٫٬".contains($0) }
  }

  private static func trimmingEnd(_ text: String) -> String {
    String(text.reversed().drop { $0.isWhitespace }.reversed())
  }
}
