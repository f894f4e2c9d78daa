// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// One line as the user typed it, with its reading.
struct SheetLine: Hashable, Sendable {
  private(set) var id: CalculationLine.ID
  var sign: LineSign
  private(set) var text: String
  /// The picker's currency. It counts unless the text names another.
  private(set) var picked: Currency
  /// The text when the user chose that currency; nil while it is the picker's initial one.
  private(set) var chosenBeside: String?
  var day: Day?
  var note = ""
  /// The unrounded amount behind a computed text (a swap or an edited result), until something is typed.
  private(set) var exact: Rational?
  /// The other currencies that the symbol can mean, until the user chooses.
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
    return reading.isList || line.currency.map { $0 != picked || line.amountText != line.text } ?? false
  }

  /// Whether the user chose the currency for this text, or for its beginning.
  var isCurrencyChosen: Bool { chosenBeside.map { text.hasPrefix($0) } ?? false }

  /// Whether a picker can change its currency.
  var followsPicker: Bool { exact != nil || reading.line.currenciesNamed.isEmpty }

  var beginsWithMinus: Bool { text.first { !$0.isWhitespace }.flatMap { LineSign($0) } == .minus }

  var faults: [CalculationError] { exact == nil ? reading.faults : [] }

  mutating func write(_ text: String, reading: LineReading, exact: Rational? = nil) {
    self.text = text
    self.reading = reading
    self.exact = exact
    otherCurrencies = []
  }

  /// Sets the currency of the typed text by the user's choice.
  mutating func choose(_ currency: Currency) {
    (picked, chosenBeside) = (currency, text)
    otherCurrencies = []
  }

  /// The same line with the number of another list.
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
