// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The rows of the currency picker for what was searched; a pure value.
struct PickerViewState: Equatable, Sendable {
  enum Row: Equatable, Sendable {
    case heading(String)
    case currency(Choice)
  }

  struct Choice: Equatable, Sendable {
    let currency: Currency
    let name: String
    /// The printed symbol, or that the currency is discontinued.
    let detail: String
    /// All that a search looks at, folded.
    fileprivate let codes: String
    fileprivate let texts: [String]
  }

  private(set) var rows: [Row] = []
  private let current: [Choice]
  private let discontinued: [Choice]
  /// Bitcoin and metals: nobody's money, and so never among the currencies.
  private let assets: [Choice]
  private let inUse: [Choice]
  private let recent: [Choice]
  private let byCurrency: [Currency: Choice]
  private(set) var favourites: [Currency]

  /// `inUse`: the calculator's own now; `recent`: chosen last; `countryNames`: by ISO 3166 code.
  init(
    _ words: Words, favourites: [Currency] = [], inUse: [Currency], recent: [Currency] = [], today: Day,
    countryNames: (String) -> [String]
  ) {
    let offered = words.catalogue.sorted.filter { [.money, .metal, .crypto].contains($0.kind) }.map { record in
      Choice(record, words, isDiscontinued: record.isDiscontinued(on: today), countryNames: countryNames)
    }
    let isMoney = { (choice: Choice) in words.catalogue[choice.currency]?.kind == .money }
    let choices = offered.filter(isMoney)
    assets = offered.filter { !isMoney($0) }
    byCurrency = Dictionary(offered.map { ($0.currency, $0) }) { first, _ in first }
    self.inUse = inUse.compactMap { [byCurrency] in byCurrency[$0] }
    self.recent = recent.filter { !inUse.contains($0) }.compactMap { [byCurrency] in byCurrency[$0] }
    self.favourites = favourites
    discontinued = choices.filter { words.catalogue[$0.currency]?.isDiscontinued(on: today) ?? false }
    current = choices.filter { !(words.catalogue[$0.currency]?.isDiscontinued(on: today) ?? false) }
    search("")
  }

  /// Shows what fits; everything while nothing is searched.
  mutating func search(_ text: String) {
    let wanted = Self.fold(text)
    guard !wanted.isEmpty else {
      let shown = Set((inUse + recent).map(\.currency) + favourites)
      let others = { [favourites] (choices: [Choice]) in choices.filter { !favourites.contains($0.currency) } }
      rows = Self.section(tr("Favourites"), favourites.compactMap { byCurrency[$0] })
      rows += Self.section(tr("In Use"), others(inUse))
      rows += Self.section(tr("Recent"), others(recent))
      rows += Self.section(tr("All Currencies"), current.filter { !shown.contains($0.currency) })
      rows += Self.section(tr("Bitcoin and Precious Metals"), assets.filter { !shown.contains($0.currency) })
      rows += Self.section(tr("Discontinued"), discontinued.filter { !shown.contains($0.currency) })
      return
    }
    let found = (current + assets + discontinued).compactMap { choice in
      choice.rank(of: wanted).map { (rank: $0, choice: choice) }
    }
    // Sorting is not stable: the place breaks ties.
    rows = found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
      .map { .currency($0.element.choice) }
  }

  /// A favourite becomes none, another one a favourite; the rows stay where they are until the next search.
  mutating func toggleFavourite(_ currency: Currency) {
    if let index = favourites.firstIndex(of: currency) {
      favourites.remove(at: index)
    } else {
      favourites.append(currency)
    }
  }

  func choice(at index: Int) -> Choice? {
    guard rows.indices.contains(index), case .currency(let choice) = rows[index] else { return nil }
    return choice
  }

  /// The first that Enter would choose.
  var first: Choice? { rows.indices.lazy.compactMap { choice(at: $0) }.first }

  private static func section(_ title: String, _ choices: [Choice]) -> [Row] {
    choices.isEmpty ? [] : [.heading(title)] + choices.map { .currency($0) }
  }

  /// Lower case without accents, so that "cedi" finds "cédi" and "zloty" finds "złoty".
  static func fold(_ text: String) -> String {
    var folded = ""
    for character in text.lowercased() where !(folded.isEmpty && character == " ") {
      let scalars = String(character).decomposedStringScalars.filter { !$0.properties.isDiacritic }
      for scalar in scalars { folded.unicodeScalars.append(scalar == "ł" ? "l" : scalar == "đ" ? "d" : scalar) }
    }
    return folded
  }
}

extension PickerViewState.Choice {
  fileprivate init(_ record: CurrencyRecord, _ words: Words, isDiscontinued: Bool, countryNames: (String) -> [String]) {
    currency = record.currency
    name = words.currencyName(record.name)
    detail = isDiscontinued ? tr("Discontinued") : record.grams == nil ? record.symbols.first ?? "" : tr("Troy ounce")
    codes = PickerViewState.fold(record.currency.code)
    texts = ([name, record.name] + record.symbols + record.countries.flatMap(countryNames)).map(PickerViewState.fold)
  }

  /// The lower, the better it fits; nil when it does not.
  fileprivate func rank(of wanted: String) -> Int? {
    if codes == wanted { return 0 }
    if codes.hasPrefix(wanted) { return 1 }
    if texts.contains(where: { $0 == wanted }) { return 2 }
    if texts.contains(where: { $0.hasPrefix(wanted) }) { return 3 }
    if texts.contains(where: { text in text.split(separator: " ").contains { $0.hasPrefix(wanted) } }) { return 4 }
    return nil
  }
}

extension CurrencyRecord {
  fileprivate func isDiscontinued(on day: Day) -> Bool { until.map { $0 < day } ?? false }
}

extension String {
  fileprivate var decomposedStringScalars: [Unicode.Scalar] { Array(decomposedForSearch.unicodeScalars) }
}
