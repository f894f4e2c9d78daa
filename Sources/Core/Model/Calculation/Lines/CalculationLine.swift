// SPDX-License-Identifier: GPL-3.0-or-later

/// One line of a calculation: sign, amount as typed, currency, day and note.
public struct CalculationLine: Hashable, Sendable {
  /// Stays with a line as long as its list exists, wherever it moves.
  public struct ID: Hashable, Sendable, Comparable {
    public let number: Int

    public init(_ number: Int) {
      self.number = number
    }

    public static func < (a: ID, b: ID) -> Bool { a.number < b.number }
  }

  public var id: ID
  public var sign: LineSign
  /// As typed, without the sign, for example `5500 USD / 2`.
  public let text: String
  /// The text without its currency, if that can be separated (`5500 / 2`), otherwise `text`.
  public let amountText: String
  /// The parsed `text` or its error. Positions count in `text`.
  public let content: Result<AmountExpression, CalculationError>
  /// The currency of the amount: named in the text, or else chosen in the picker. To change it, create the line anew.
  public internal(set) var currency: Currency?
  /// The line's own day, which takes precedence over the list's.
  public var day: Day?
  public var note: String
  /// The start of `text` in the text that it was read from, in UTF-8 bytes; nil for a line of a form.
  public let offset: Int?
  /// The unrounded amount of a computed line (a swap or an edited result). `text` is rounded.
  public internal(set) var exact: Money?

  public var isEmpty: Bool {
    if case .failure(let error) = content { error.reason == .noAmount } else { false }
  }
}

extension CalculationLine {
  /// The currencies that its text names, in order.
  public var currenciesNamed: [Currency] { (try? content.get())?.currencies ?? [] }

  /// The plain number of its text without any rate; nil for money, percentages and errors.
  public var number: Rational? {
    guard case .number(let number)? = (try? content.get())?.valueWithoutRates else { return nil }
    return number
  }

  /// The line with the currency of its picker, unless its text names one.
  public func taking(_ picked: Currency) -> CalculationLine {
    guard currency == nil, currenciesNamed.isEmpty else { return self }
    var line = self
    line.currency = picked
    return line
  }

  /// The same text with the exact amount `money` behind it.
  public func holding(_ money: Money) -> CalculationLine {
    CalculationLine(
      id: id, sign: sign, text: text, amountText: amountText,
      content: .success(AmountExpression(money, range: 0..<text.utf8.count)), currency: money.currency, day: day,
      note: note, offset: offset, exact: money)
  }

  public static func empty(_ id: ID) -> CalculationLine {
    CalculationLine(
      id: id, sign: .plus, text: "", amountText: "", content: .failure(CalculationError(.noAmount, at: 0..<0)),
      currency: nil, day: nil, note: "", offset: nil)
  }
}
