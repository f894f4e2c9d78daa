// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The amount in the field after Enter. A typed operator continues the calculation. Other text replaces the amount.
struct FinishedAmount: Equatable, Sendable {
  enum Next: Equatable, Sendable {
    /// The new text of the field, and the finished amount if the text still contains it.
    case text(String, FinishedAmount?)
    case newLine(LineSign, String)
  }

  let line: CalculationLine.ID
  let text: String
  let field: String
  /// The text that the user typed, if `text` is its rounded value. The calculation continues with the exact value.
  let origin: String?

  init(_ text: String, in line: CalculationLine.ID, field: String? = nil, origin: String? = nil) {
    (self.line, self.text, self.field, self.origin) = (line, text, field ?? text, origin)
  }

  var isStanding: Bool { more(in: field).isEmpty }

  func typed(_ whole: String, currency: Currency, isList: Bool) -> Next {
    guard whole.hasPrefix(text) else { return .text(whole, nil) }
    let more = more(in: whole)
    guard let first = more.first else { return .text(whole, isStanding ? holding(whole) : nil) }
    guard isStanding else { return first.isOperator ? continued(whole, more, currency) : .text(whole, nil) }
    if let sign = LineSign(first), isList || !text.isPlainNumber {
      return .newLine(sign, String(more.dropFirst().drop { $0.isWhitespace }))
    }
    guard first.isOperator else { return .text(first.beginsAmount ? String(more) : whole, nil) }
    if let origin {
      let begun = origin.isPlainNumber ? origin : "(\(origin))"
      let unrounded = FinishedAmount(begun, in: line, field: "\(begun)\(more)")
      return begun == origin ? unrounded.continued(unrounded.field, more, currency) : .text(unrounded.field, unrounded)
    }
    guard !text.isPlainNumber else { return continued(whole, more, currency) }
    let bracketed = FinishedAmount("(\(text))", in: line, field: "(\(text))\(more)")
    return .text(bracketed.field, bracketed)
  }

  /// Writes the currency after the finished amount, because the following text names another currency.
  private func continued(_ whole: String, _ more: Substring, _ currency: Currency) -> Next {
    guard text.isPlainNumber, more.contains(where: { LineSign($0) != nil }),
      more.contains(where: { $0.isLetter || $0.isCurrencySymbol })
    else { return .text(whole, holding(whole)) }
    return .text("\(text) \(currency) \(more)", nil)
  }

  private func holding(_ whole: String) -> FinishedAmount {
    FinishedAmount(text, in: line, field: whole, origin: origin)
  }

  private func more(in whole: String) -> Substring { whole.dropFirst(text.count).drop { $0.isWhitespace } }
}

extension String {
  var isPlainNumber: Bool {
    contains { $0.isNumber } && allSatisfy { $0.isNumber || $0.isWhitespace || ".,'’٫٬".contains($0) }
  }
}

extension Character {
  fileprivate var beginsAmount: Bool { isNumber || isLetter || isCurrencySymbol || "(.,٫".contains(self) }
}
