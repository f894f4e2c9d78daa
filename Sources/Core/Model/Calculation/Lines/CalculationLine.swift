// SPDX-License-Identifier: GPL-3.0-or-later

/// One line of a calculation: a sign, an amount as it was written, a currency, a day, a note.
public struct CalculationLine: Hashable, Sendable {
  /// Stays with a line for as long as its list lives, wherever it is moved.
  public struct ID: Hashable, Sendable, Comparable {
    public let number: Int

    public init(_ number: Int) {
      self.number = number
    }

    public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }

  public var id: ID
  public var sign: LineSign
  /// As written, without the sign: `5500 USD / 2`.
  public let text: String
  /// The same without its currency, where that stands apart (`5500 / 2`); else as `text`.
  public let amountText: String
  /// The meaning of `text`, or its fault; positions count in `text`.
  public let content: Result<AmountExpression, CalculationError>
  /// The currency of the amount, by its own words before the picker; to change it, make the line anew.
  public internal(set) var currency: Currency?
  /// The day whose rates count for this line, before the list's.
  public var day: Day?
  public var note: String
  /// The start of `text` in the text it was read from, in UTF-8 bytes; nil for a line of a form.
  public let offset: Int?
  /// The unrounded amount of a line that was computed (a swap, an edited result); `text` is rounded.
  public internal(set) var exact: Money?

  /// Nothing has been written yet.
  public var isEmpty: Bool {
    if case .failure(let error) = content { error.reason == .noAmount } else { false }
  }
}

extension CalculationLine {
  /// Whether nothing at all was said of it: no amount, note, day or sign.
  public var isBlank: Bool { isEmpty && note.isEmpty && day == nil && sign == .plus }

  /// The currencies that its text names, in order.
  public var currenciesNamed: [Currency] { (try? content.get())?.currencies ?? [] }

  /// The plain number that its text comes to without any rate; nil for money, percentages and mistakes.
  public var number: Rational? {
    guard case .number(let number)? = (try? content.get())?.valueWithoutRates else { return nil }
    return number
  }

  /// With the currency of its picker, unless its own words name one.
  public func taking(_ picked: Currency) -> CalculationLine {
    guard currency == nil, currenciesNamed.isEmpty else { return self }
    var line = self
    line.currency = picked
    return line
  }

  /// The same text with `money` behind it, to the last digit.
  public func holding(_ money: Money) -> CalculationLine {
    CalculationLine(
      id: id, sign: sign, text: text, amountText: amountText,
      content: .success(AmountExpression(money, range: 0..<text.utf8.count)), currency: money.currency, day: day,
      note: note, offset: offset, exact: money)
  }

  /// The same text without a value, since nothing says in which number form it was typed.
  public var inUnknownForm: CalculationLine {
    CalculationLine(
      id: id, sign: sign, text: text, amountText: text,
      content: .failure(CalculationError(.unknownNumberForm, at: 0..<text.utf8.count)),
      currency: currenciesNamed.isEmpty ? currency : nil, day: day, note: note, offset: nil)
  }

  /// Whether it was stored without its number form, and could be read in several.
  public var isInUnknownForm: Bool {
    if case .failure(let error) = content { error.reason == .unknownNumberForm } else { false }
  }

  /// The amount that the text comes to without any rate; nil for a percentage, a mistake, or a sum of currencies.
  public var amountWithoutRates: (amount: Rational, currency: Currency?)? {
    switch (try? content.get())?.valueWithoutRates {
    case .number(let number)?: (number, nil)
    case .money(let money)?: (money.amount, money.currency)
    case .percent?, nil: nil
    }
  }

  /// A line in which nothing has been written yet.
  public static func empty(_ id: ID) -> CalculationLine {
    CalculationLine(
      id: id, sign: .plus, text: "", amountText: "", content: .failure(CalculationError(.noAmount, at: 0..<0)),
      currency: nil, day: nil, note: "", offset: nil)
  }
}
