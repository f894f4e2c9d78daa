// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct TableMoney: Hashable {
  let currency: Currency
  var candidates: [Currency] = []
  /// The value of one unit, as a multiple of the currency: 1/100 for pence, and 1000 for TEUR.
  var share = Rational(1)
}

/// Reads texts that name currencies. Caches the results, because texts repeat in a table.
final class MoneyWords {
  private let reader: CalculationReader
  private let catalogue: CurrencyCatalogue
  private var known: [String: TableMoney?] = [:]

  init(_ reader: CalculationReader, _ catalogue: CurrencyCatalogue) {
    (self.reader, self.catalogue) = (reader, catalogue)
  }

  /// Returns the currency and the unit that a text names. Nil unless the text names a single currency.
  func money(_ text: String) -> TableMoney? {
    if let found = known[text] { return found }
    if known.count > 1_000 { known.removeAll() }
    let found = read(text)
    known[text] = .some(found)
    return found
  }

  private func read(_ text: String) -> TableMoney? {
    guard !text.isEmpty, text.utf8.count <= 60, !Self.directions.contains(text.lowercased()) else { return nil }
    if let code = Currency(text), text == code.code, catalogue[code] != nil { return TableMoney(currency: code) }
    if let attached = Self.attached[text], let found = Currency(attached), catalogue[found] != nil {
      return TableMoney(currency: found, share: Rational.powerOfTen(-2))
    }
    let scale = MoneyScale(text)
    // "B$" means the dollar of the Bahamas, not billions of dollars.
    let isUnit = MoneyScale.isSign(text) && text.first?.isUppercase ?? false && (try? reader.unit(text)) != nil
    if scale.power > 0, !isUnit {
      guard Self.mayBeScaled(text) else { return nil }
      guard var money = read(scale.money) else { return nil }
      money.share = money.share * Rational.powerOfTen(scale.power)
      return money
    }
    guard let unit = try? reader.unit(text) else { return nil }
    var money = TableMoney(currency: unit.currency, share: unit.share)
    for note in unit.notes {
      switch note.kind {
      case .symbolRead(_, let candidates), .subunitRead(_, _, let candidates): money.candidates = candidates
      default: break
      }
    }
    return money
  }

  /// Whether letters beside a currency certainly mean a scale. "USDT" is a coin, "USD/m" a price per month or metre.
  private static func mayBeScaled(_ text: String) -> Bool {
    let isCode = (4...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
    if isCode { return ["TEUR", "KEUR", "MEUR"].contains(text) }
    let words = text.split(whereSeparator: \.isWhitespace)
    let hasCode = words.contains { $0.utf8.count == 3 && $0.utf8.allSatisfy { (0x41...0x5A).contains($0) } }
    return !text.contains("/") && !(hasCode && words.contains { $0.count == 1 && $0.first?.isLetter == true })
  }

  /// Whether a text is a currency code or sign, not a longer name.
  func isCode(_ text: String) -> Bool {
    guard text.unicodeScalars.count <= 4, money(text) != nil else { return false }
    return text.utf8.count == 3 || text.unicodeScalars.contains { $0.properties.generalCategory == .currencySymbol }
  }

  /// Returns the only currency whose code is a separate word in a text. Nil if the text has none or several.
  func mentioned(in text: String) -> Currency? {
    var found: Set<Currency> = []
    for word in text.split(whereSeparator: { !$0.isLetter }) where word.utf8.count == 3 && word == word.uppercased() {
      if let currency = Currency(String(word)), catalogue[currency] != nil { found.insert(currency) }
    }
    return found.count == 1 ? found.first : nil
  }

  /// Letters that statements write for debit, credit and millions. They aren't read as currencies.
  private static let directions: Set<String> = ["s", "h", "d", "c", "k", "m"]

  /// Letters that mean a hundredth of a currency after a number or in a heading, such as p for pence.
  private static let attached = ["p": "GBP"]
}
