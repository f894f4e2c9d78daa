// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The amount that Enter left in the field: an operator continues with it, any other text begins the next amount.
struct FinishedAmount: Equatable, Sendable {
  /// The field and the list after more was typed.
  enum Next: Equatable, Sendable {
    /// The field holds this text, and the finished amount in it, if there still is one.
    case text(String, FinishedAmount?)
    /// A new line begins with this sign and text.
    case newLine(LineSign, String)
  }

  let line: CalculationLine.ID
  let text: String
  let field: String

  init(_ text: String, in line: CalculationLine.ID, field: String? = nil) {
    (self.line, self.text, self.field) = (line, text, field ?? text)
  }

  var isStanding: Bool { more(in: field).isEmpty }

  /// Interprets the typed text. `currency` is the amount's own.
  func typed(_ whole: String, currency: Currency, isList: Bool) -> Next {
    guard whole.hasPrefix(text) else { return .text(whole, nil) }
    let more = more(in: whole)
    // A deletion makes it an amount to edit.
    guard let first = more.first else { return .text(whole, isStanding ? holding(whole) : nil) }
    guard isStanding else { return first.isOperator ? goneOn(whole, more, currency) : .text(whole, nil) }
    if let sign = LineSign(first), isList || !text.isPlainNumber {
      return .newLine(sign, String(more.dropFirst().drop { $0.isWhitespace }))
    }
    guard first.isOperator else { return .text(first.beginsAmount ? String(more) : whole, nil) }
    guard !text.isPlainNumber else { return goneOn(whole, more, currency) }
    let bracketed = FinishedAmount("(\(text))", in: line, field: "(\(text))\(more)")
    return .text(bracketed.field, bracketed)
  }

  /// Adds its currency to the finished amount, to keep it apart from an amount in another one.
  private func goneOn(_ whole: String, _ more: Substring, _ currency: Currency) -> Next {
    guard text.isPlainNumber, more.contains(where: { LineSign($0) != nil }),
      more.contains(where: { $0.isLetter || $0.isCurrencySymbol })
    else { return .text(whole, holding(whole)) }
    return .text("\(text) \(currency) \(more)", nil)
  }

  private func holding(_ whole: String) -> FinishedAmount { FinishedAmount(text, in: line, field: whole) }

  private func more(in whole: String) -> Substring { whole.dropFirst(text.count).drop { $0.isWhitespace } }
}

extension String {
  /// Whether it is a number only.
  var isPlainNumber: Bool {
    contains { $0.isNumber } && allSatisfy { $0.isNumber || $0.isWhitespace || ".,'’٫٬".contains($0) }
  }
}

extension Character {
  fileprivate var beginsAmount: Bool { isNumber || isLetter || isCurrencySymbol || "(.,٫".contains(self) }
}
