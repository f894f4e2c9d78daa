// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Passes one input from libFuzzer to a reader of amounts and checks the result. The first byte selects the reader.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let selector = bytes.first else { return 0 }
  let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
  let reader = Subject.readers[Int(selector) % Subject.readers.count]
  let read = reader.read(text)
  check(read, of: text)
  if let alternative = read.alternatives.first {
    let other = read.text(choosing: alternative)
    check(reader.read(other), of: other)
  }
  return 0
}

private func check(_ read: ReadResult, of text: String) {
  let size = text.utf8.count
  precondition(read.calculation.lines.count <= CalculationReader.mostLines + 1)
  for range in read.errors.map(\.range) + read.notes.map(\.range) + read.alternatives.map(\.range) {
    precondition(range.lowerBound >= 0 && range.upperBound <= size, "a position outside of the text")
  }
  for line in read.calculation.lines {
    let start = line.offset ?? 0
    let written = Array(text.utf8).dropFirst(start).prefix(line.text.utf8.count)
    precondition(String(decoding: written, as: UTF8.self) == line.text, "a line that is not what was written")
  }
  let evaluation = read.calculation.evaluate(rates: Subject.rates, result: .eur)
  precondition(evaluation.total == nil || evaluation.failures.isEmpty, "a total beside an error")
  precondition(evaluation.total != nil || !evaluation.failures.isEmpty || read.calculation.lines.isEmpty)
  _ = evaluation.rounding(places: 2)
}

private enum Subject {
  static let codes = ["EUR", "USD", "CAD", "GBP", "JPY", "CHF", "SEK", "NOK", "INR", "PEN"]
  static let catalogue = CurrencyCatalogue(
    records: codes.compactMap { code in
      Currency(code).map { CurrencyRecord(currency: $0, name: code, minorUnit: code == "JPY" ? 0 : 2) }
    },
    legalRates: [])

  static let readers = ["en_US", "de_DE", "de_CH", "fr_FR", "en_IN", "ru_RU", "ja_JP", "ar_EG"].map {
    CalculationReader(
      symbols: NumberSymbols(posix: $0), names: ["us dollar": .usd, "schweizer franken": .chf],
      catalogue: catalogue)
  }

  static let rates = ResolvedRates { [table] _ in Resolver(table) }

  private static let table: RateTable = {
    let day = Day(number: 20_000)
    let provider = Provider(
      id: .ecb, publisher: "", home: .eur, firstDay: day, carryLimit: 9, terms: "", attribution: "")
    let quotes = codes.dropFirst().enumerated().compactMap { index, code in
      Currency(code).map {
        Quote(
          provider: .ecb, base: .eur, counter: $0,
          observation: Observation(
            day: day, value: PublishedNumber(coefficient: 10_007 + UInt64(index) * 97, scale: 4)))
      }
    }
    return RateTable(provider: provider, day: day, quotes: quotes, catalogue: catalogue)
  }()
}
