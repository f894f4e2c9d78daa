// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// What Enter left in the amount field: an operator goes on from it, anything else begins the next amount.
struct FinishedAmount: Equatable, Sendable {
  /// What is to happen instead of what was written.
  enum Instead: Equatable, Sendable {
    /// The field holds this text.
    case text(String)
    /// A line begins, with this sign and text.
    case newLine(LineSign, String)
  }

  /// Nil while nothing is finished.
  private var text: String?
  private var isContinued = false
  private var awaitsAnswer = false

  private static let signs: [Character: LineSign] = [
    "+": .plus, "\u{FF0B}": .plus, "-": .minus, "\u{2212}": .minus, "\u{2013}": .minus, "\u{FF0D}": .minus,
  ]
  private static let otherOperators: Set<Character> = [
    "*", "\u{D7}", "\u{B7}", "\u{22C5}", "\u{2217}", "\u{FF0A}", "\u{2715}", "/", "\u{F7}", "\u{2215}", "\u{2044}",
    "\u{FF0F}", "%", "\u{66A}", "\u{FF05}",
  ]

  /// Whether the next character decides.
  var isStanding: Bool { text != nil && !isContinued }

  /// Enter was pressed over this text; one that still lacks something is none to go on from.
  mutating func finished(_ text: String, isRefused: Bool) {
    self = FinishedAmount()
    guard !isRefused, let last = text.last(where: { !$0.isWhitespace }) else { return }
    guard last.isNumber || last.isLetter || last.isCurrencySymbol || ")%٪.,".contains(last) else { return }
    (self.text, awaitsAnswer) = (text, true)
  }

  /// The field was given another text: the answer to Enter is finished as well, any other is not.
  mutating func answered(with text: String, isRefused: Bool) {
    guard isStanding, awaitsAnswer, !isRefused else { return ended() }
    (self.text, awaitsAnswer) = (text, false)
  }

  /// The person does something else with it.
  mutating func ended() { self = FinishedAmount() }

  /// What was written after the finished text means; nil to leave it as it is.
  mutating func typed(_ whole: String, currency: String, isList: Bool) -> Instead? {
    guard let text else { return nil }
    guard whole.hasPrefix(text) else {
      ended()
      return nil
    }
    let more = whole.dropFirst(text.count).drop { $0.isWhitespace }
    guard let first = more.first else { return nil }
    if isContinued { return naming(currency, more) }
    if let sign = Self.signs[first], isList || !isPlain {
      ended()
      return .newLine(sign, String(more.dropFirst().drop { $0.isWhitespace }))
    }
    if Self.signs[first] != nil || Self.otherOperators.contains(first) {
      isContinued = true
      guard !isPlain else { return naming(currency, more) }
      self.text = "(\(text))"
      return .text("(\(text))\(more)")
    }
    ended()
    return Self.beginsAmount(first) ? .text(String(more)) : nil
  }

  /// Beside an amount of another currency the finished one keeps its own only by naming it.
  private mutating func naming(_ currency: String, _ more: Substring) -> Instead? {
    guard let text, isPlain, more.contains(where: { Self.signs[$0] != nil }),
      more.contains(where: { $0.isLetter || $0.isCurrencySymbol })
    else { return nil }
    ended()
    return .text("\(text) \(currency) \(more)")
  }

  /// Whether it is a number and nothing else.
  private var isPlain: Bool { text?.allSatisfy { $0.isNumber || $0.isWhitespace || ".,'’٫٬".contains($0) } ?? false }

  private static func beginsAmount(_ first: Character) -> Bool {
    first.isNumber || first.isLetter || first.isCurrencySymbol || "(.,٫".contains(first)
  }
}
