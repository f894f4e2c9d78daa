// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// One currency of the picker and all that a search looks at.
struct PickerChoice: Equatable, Sendable {
  enum Standing: Equatable, Sendable {
    case current
    /// Bitcoin and metals: nobody's money, and so never among the currencies.
    case asset
    case discontinued
  }

  /// How a currency fits what is searched, the best first.
  enum Fit: Int, Comparable, Sendable {
    case code, name, codeBegins, nameBegins, wordBegins

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  let currency: Currency
  let name: String
  /// The printed symbol, or that the currency is discontinued.
  let detail: String
  let standing: Standing
  /// Among the most traded; all others stand behind them, by code.
  let place: Int
  private let code: String
  private let texts: [String]

  init(_ record: CurrencyRecord, _ words: Words, today: Day, countryNames: (String) -> [String]) {
    currency = record.currency
    name = words.currencyName(record.name)
    let isDiscontinued = record.until.map { $0 < today } ?? false
    standing = record.kind != .money ? .asset : isDiscontinued ? .discontinued : .current
    let symbol = record.grams == nil ? record.symbols.first ?? "" : tr("Troy ounce")
    detail = standing == .discontinued ? tr("Discontinued") : symbol
    place = Currency.mostTraded.firstIndex(of: record.currency) ?? Currency.mostTraded.count
    code = Self.fold(record.currency.code)
    texts = ([name, record.name] + record.symbols + record.countries.flatMap(countryNames)).map(Self.fold)
  }

  var isCommon: Bool { place < Currency.mostTraded.count }

  /// Nil for what does not fit.
  func fit(_ wanted: String) -> Fit? {
    if code == wanted { return .code }
    if texts.contains(wanted) { return .name }
    if code.hasPrefix(wanted) { return .codeBegins }
    if texts.contains(where: { $0.hasPrefix(wanted) }) { return .nameBegins }
    let words = texts.lazy.flatMap { $0.split { $0 == " " || $0 == "-" || $0 == "(" } }
    return words.contains { $0.hasPrefix(wanted) } ? .wordBegins : nil
  }

  /// Lower case without accents, so that "cedi" finds "cédi" and "zloty" finds "złoty".
  static func fold(_ text: String) -> String {
    var folded = ""
    for character in text.lowercased() where !(folded.isEmpty && character == " ") {
      let scalars = String(character).decomposedForSearch.unicodeScalars.filter { !$0.properties.isDiacritic }
      for scalar in scalars { folded.unicodeScalars.append(scalar == "ł" ? "l" : scalar == "đ" ? "d" : scalar) }
    }
    while folded.hasSuffix(" ") { folded.removeLast() }
    return folded
  }
}
