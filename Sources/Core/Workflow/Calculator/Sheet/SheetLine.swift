// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct SheetLine: Hashable, Sendable {
  private(set) var id: CalculationLine.ID
  var sign: LineSign
  private(set) var text: String
  /// The currency in the picker. This currency applies unless the text names another currency.
  private(set) var picked: Currency
  /// The text at the time when the user chose the currency. Nil if the user chose no currency.
  private(set) var chosenBeside: String?
  var day: Day?
  var note = ""
  /// The exact amount of which `text` shows the rounded value. Nil after the user has typed.
  private(set) var exact: Rational?
  var otherCurrencies: [Currency] = []
  private(set) var reading: LineReading

  init(
    id: CalculationLine.ID, sign: LineSign = .plus, text: String = "", picked: Currency, isChosen: Bool = false,
    exact: Rational? = nil, reading: LineReading = .empty
  ) {
    self.id = id
    self.sign = sign
    self.text = text
    self.picked = picked
    chosenBeside = isChosen ? text : nil
    self.exact = exact
    self.reading = reading
  }

  var isEmpty: Bool { exact == nil && !reading.isList && reading.line.isEmpty }

  /// Whether the text contains more than an amount in the picker's currency.
  var isUnsplit: Bool {
    guard exact == nil else { return false }
    let line = reading.line
    return reading.isList || line.sign == .minus
      || line.currency.map { $0 != picked || line.amountText != line.text } ?? false
  }

  var isCurrencyChosen: Bool { chosenBeside.map { text.hasPrefix($0) } ?? false }

  var followsPicker: Bool { exact != nil || reading.line.currenciesNamed.isEmpty }

  /// The text without its minus sign or negative brackets. Nil if the text has neither.
  var textWithoutMinus: String? {
    // Fast path: most lines begin with a digit, and each key press checks every line.
    if let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) { return nil }
    let text = text.trimmed()
    if text.first.flatMap({ LineSign($0) }) == .minus { return String(text.dropFirst().drop { $0.isWhitespace }) }
    return text.first == "(" && text.last == ")" ? String(text.dropFirst().dropLast()) : nil
  }

  var faults: [CalculationError] { exact == nil ? reading.faults : [] }

  mutating func write(_ text: String, reading: LineReading, exact: Rational? = nil) {
    self.text = text
    self.reading = reading
    self.exact = exact
    otherCurrencies = []
  }

  mutating func choose(_ currency: Currency) {
    (picked, chosenBeside) = (currency, text)
    otherCurrencies = []
  }

  func numbered(_ id: CalculationLine.ID) -> SheetLine {
    var line = self
    line.id = id
    return line
  }

  var calculationLine: CalculationLine {
    var line = exact.map { reading.line.holding(Money($0, picked)) } ?? reading.line.taking(picked)
    line.id = id
    line.sign = sign
    line.day = day
    line.note = note
    return line
  }
}
