// SPDX-License-Identifier: GPL-3.0-or-later

public struct CalculationLine: Hashable, Sendable {
  public struct ID: Hashable, Sendable, Comparable {
    public let number: Int

    public init(_ number: Int) {
      self.number = number
    }

    public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }

  public var id: ID
  public var sign: LineSign
  /// The typed text without the sign, for example `5500 USD / 2`.
  public internal(set) var text: String
  /// The text without its currency, such as `5500 / 2`. It equals `text` if the currency can't be removed.
  public internal(set) var amountText: String
  public internal(set) var content: Result<AmountExpression, CalculationError>
  /// The currency in the text, or else the user's choice. Nil for a line without a currency or with several.
  public internal(set) var currency: Currency?
  public var day: Day?
  public var note = ""
  /// The start of `text` in the whole text that was read, in UTF-8 bytes. Nil if the line wasn't read from a text.
  public internal(set) var offset: Int?
  /// The unrounded amount, if Kurs calculated this line and rounded the amount in `text`. Nil for a typed line.
  public internal(set) var exact: Money?

  public var isEmpty: Bool {
    if case .failure(let error) = content { error.reason == .noAmount } else { false }
  }
}

extension CalculationLine {
  public var isBlank: Bool { isEmpty && note.isEmpty && day == nil && sign == .plus }

  public var currenciesNamed: [Currency] { (try? content.get())?.currencies ?? [] }

  /// The value of a plain number. Nil for money, percentages and errors.
  public var number: Rational? {
    guard case .number(let number)? = (try? content.get())?.valueWithoutRates else { return nil }
    return number
  }

  public func taking(_ picked: Currency) -> CalculationLine {
    guard currency == nil, currenciesNamed.isEmpty else { return self }
    var line = self
    line.currency = picked
    return line
  }

  public func holding(_ money: Money) -> CalculationLine {
    CalculationLine(
      id: id, sign: sign, text: text, amountText: amountText,
      content: .success(AmountExpression(money, range: 0..<text.utf8.count)), currency: money.currency, day: day,
      note: note, offset: offset, exact: money)
  }

  public var inUnknownForm: CalculationLine {
    CalculationLine(
      id: id, sign: sign, text: text, amountText: text,
      content: .failure(CalculationError(.unknownNumberForm, at: 0..<text.utf8.count)),
      currency: currenciesNamed.isEmpty ? currency : nil, day: day, note: note)
  }

  public var isInUnknownForm: Bool {
    if case .failure(let error) = content { error.reason == .unknownNumberForm } else { false }
  }

  /// The amount, if it can be calculated without rates. Nil for a percentage, an error, or a sum of several currencies.
  public var amountWithoutRates: (amount: Rational, currency: Currency?)? {
    switch (try? content.get())?.valueWithoutRates {
    case .number(let number)?: (number, nil)
    case .money(let money)?: (money.amount, money.currency)
    case .percent?, nil: nil
    }
  }

  public static func empty(_ id: ID) -> CalculationLine {
    CalculationLine(
      id: id, sign: .plus, text: "", amountText: "", content: .failure(CalculationError(.noAmount, at: 0..<0)))
  }
}
