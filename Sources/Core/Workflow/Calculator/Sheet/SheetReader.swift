// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Reads what is typed into the list; the reader that knows currencies is made when a text first has words.
struct SheetReader: Sendable {
  let catalogue: CurrencyCatalogue
  let numbersOnly: CalculationReader
  /// Today; "yesterday" is counted from it.
  var today: Day { didSet { if today != oldValue { made = made?.on(today) } } }
  private var made: CalculationReader?
  /// How amounts are written; other preferences make another reader.
  var amounts: AmountReader {
    didSet { made = nil }
  }

  init(amounts: AmountReader, catalogue: CurrencyCatalogue, today: Day) {
    self.amounts = amounts
    self.today = today
    self.catalogue = catalogue
    numbersOnly = amounts.numbersOnly
  }

  mutating func field(_ text: String) -> LineReading {
    // Nobody waits for a whole book to be read as one amount.
    guard text.utf8.count <= CalculationReader.mostBytesOfRow else { return LineReading(read(text)) ?? .empty }
    let line = numbersOnly.line(.init(1), amount: text)
    let isNumber = (try? line.content.get()) != nil
    guard !isNumber, !line.isEmpty, text.unicodeScalars.contains(where: \.speaksOfCurrency) else {
      var reading = LineReading(line)
      if isNumber {
        let result = numbersOnly.read(text)
        (reading.notes, reading.alternatives) = (result.notes, result.alternatives)
      }
      return reading
    }
    let result = read(text)
    // Sums without any currency are one amount in the field's, however wrong they still are.
    guard result.namesCurrency || result.calculation.lines.count == 1, let reading = LineReading(result) else {
      return LineReading(reader.line(.init(1), amount: text))
    }
    return reading
  }

  /// The text without a plus or minus at its end that waits for an amount, and that sign.
  mutating func trailingSign(of text: String) -> (rest: String, sign: LineSign)? {
    let trimmed = text.trimmingSuffix(while: \.isWhitespace)
    guard let sign = trimmed.last.flatMap({ LineSign($0) }) else { return nil }
    let rest = String(trimmed.dropLast().trimmingSuffix(while: \.isWhitespace))
    let reading = field(rest)
    return reading.errors.isEmpty && !reading.line.isEmpty ? (rest, sign) : nil
  }

  /// A whole text, typed or pasted.
  mutating func read(_ text: String) -> ReadResult { reader.read(text) }

  /// The question on a command line.
  mutating func readQuestion(_ text: String) -> ReadResult { reader.readQuestion(text) }

  var reader: CalculationReader {
    mutating get {
      if let made { return made }
      let reader = amounts.reader(catalogue).on(today)
      made = reader
      return reader
    }
  }
}

extension ReadResult {
  var namesCurrency: Bool {
    !targets.isEmpty || calculation.lines.contains { $0.currency != nil || !$0.currenciesNamed.isEmpty }
  }
}

extension Unicode.Scalar {
  /// Letters, currency signs, and what a list or a wish is written with; numbers and operators are none of it.
  fileprivate var speaksOfCurrency: Bool {
    switch self {
    case "=", "@", ":", "\t", "\n", "\r", "\u{2192}", "\u{21D2}", ">": true
    default: properties.isAlphabetic || properties.generalCategory == .currencySymbol
    }
  }
}
