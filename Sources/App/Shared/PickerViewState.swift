// SPDX-License-Identifier: GPL-3.0-or-later

import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

struct PickerViewState: Sendable {
  enum Row: Equatable, Sendable {
    case heading(String)
    case currency(Choice)
  }

  /// The number of often traded currencies at the top of the list, which the user finds without typing.
  private static let commonCount = 6

  private(set) var rows: [Row] = []
  private let choices: [PickerChoice]
  private let symbols: SymbolPreferences
  private let catalogue: CurrencyCatalogue
  private let inUse: [Currency]
  private let recent: [Currency]
  private(set) var favourites: [Currency]
  private(set) var offers: [Currency: RateOffer]

  typealias Choice = PickerChoice

  /// `symbols`: the user's currency for each ambiguous symbol. `countryNames`: names by ISO 3166 code.
  init(
    _ words: Words, favourites: [Currency] = [], inUse: [Currency], omitted: [Currency] = [], recent: [Currency] = [],
    today: Day,
    symbols: SymbolPreferences = SymbolPreferences(), offer: (Currency) -> RateOffer? = { _ in nil },
    countryNames: (String) -> [String]
  ) {
    choices = words.catalogue.sorted.filter {
      [.money, .metal, .crypto].contains($0.kind) && !omitted.contains($0.currency)
    }.map { record in
      PickerChoice(record, words, today: today, countryNames: countryNames)
    }
    offers = Dictionary(
      uniqueKeysWithValues: choices.compactMap { choice in offer(choice.currency).map { (choice.currency, $0) } })
    self.symbols = symbols
    catalogue = words.catalogue
    self.inUse = inUse
    self.recent = recent.filter { !inUse.contains($0) }
    self.favourites = favourites
    search("")
  }

  mutating func search(_ text: String) {
    let wanted = text.trimmed().folded()
    rows = wanted.isEmpty ? all : found(wanted).map { .currency($0) }
  }

  private var all: [Row] {
    let byCurrency = Dictionary(choices.map { ($0.currency, $0) }) { first, _ in first }
    let near = Set(inUse + recent + favourites)
    let common = Currency.mostTraded.filter { byCurrency[$0] != nil && !near.contains($0) }.prefix(Self.commonCount)
    let shown = near.union(common)
    let named = { (currencies: [Currency]) in currencies.compactMap { byCurrency[$0] } }
    let rest = { [choices] (standing: PickerChoice.Standing) in
      choices.filter { $0.standing == standing && !shown.contains($0.currency) }
    }
    let others = { [favourites] (currencies: [Currency]) in currencies.filter { !favourites.contains($0) } }
    return Self.section(tr("Favorites"), named(favourites))
      + Self.section(tr("In Use"), named(others(inUse)).sorted { $0.currency.code < $1.currency.code })
      + Self.section(tr("Recent"), named(others(recent)))
      + Self.section(tr("Most Traded"), named(Array(common)))
      + Self.section(tr("All Currencies"), rest(.current))
      + Self.section(tr("Bitcoin and Precious Metals"), rest(.asset))
      + Self.section(tr("Discontinued"), rest(.discontinued))
  }

  private func found(_ wanted: String) -> [PickerChoice] {
    let named = symbols.meanings(ofName: wanted, in: catalogue)
    return choices.compactMap { choice in
      rank(choice, wanted, named).map { (rank: $0, choice: choice) }
    }.sorted { $0.rank.lexicographicallyPrecedes($1.rank) }.map(\.choice)
  }

  /// Returns the sort key, or nil for no match. Lower keys come first: exact matches, then currencies in use.
  private func rank(_ choice: PickerChoice, _ wanted: String, _ named: [Currency]) -> [Int]? {
    let currency = choice.currency
    let place = named.firstIndex(of: currency)
    guard let fit = choice.fit(wanted) ?? place.map({ _ in .name }) else { return nil }
    let isExact = (place != nil || fit <= .name) && choice.standing != .discontinued
    let exactness = fit == .code ? 0 : place == 0 ? 1 : isExact ? 2 : 3
    return [exactness, nearness(of: choice), place ?? named.count, fit.rawValue, choice.place]
  }

  private func nearness(of choice: PickerChoice) -> Int {
    if choice.standing == .discontinued { return 5 }
    if inUse.contains(choice.currency) { return 0 }
    if favourites.contains(choice.currency) { return 1 }
    return choice.isCommon ? 2 : choice.standing == .current ? 3 : 4
  }

  /// Adds or removes a favourite. The rows stay in place until the next search.
  mutating func toggleFavourite(_ currency: Currency) {
    if let index = favourites.firstIndex(of: currency) {
      favourites.remove(at: index)
    } else {
      favourites.append(currency)
    }
  }

  mutating func switchedOn(_ provider: ProviderID) { offers = offers.filter { $0.value.provider != provider } }

  func choice(at index: Int) -> Choice? {
    guard rows.indices.contains(index), case .currency(let choice) = rows[index] else { return nil }
    return choice
  }

  var spokenCount: String {
    let count = rows.indices.count { choice(at: $0) != nil }
    return count == 0 ? tr("No Currency Found") : trn("{n} currency found", "{n} currencies found", count)
  }

  var first: Choice? { rows.indices.lazy.compactMap { choice(at: $0) }.first }

  private static func section(_ title: String, _ choices: [Choice]) -> [Row] {
    choices.isEmpty ? [] : [.heading(title)] + choices.map { .currency($0) }
  }
}

struct PickerChoice: Equatable, Sendable {
  enum Standing: Equatable, Sendable {
    case current
    /// Assets such as Bitcoin and gold, which aren't official currencies.
    case asset
    case discontinued
  }

  enum Fit: Int, Comparable, Sendable {
    case code, name, codeBegins, nameBegins, wordBegins

    static func < (a: Fit, b: Fit) -> Bool { a.rawValue < b.rawValue }
  }

  let currency: Currency
  let name: String
  let detail: String
  let standing: Standing
  /// The position among the most traded currencies. All other currencies follow in the order of their codes.
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
    code = record.currency.code.folded()
    texts = ([name, record.name] + record.symbols + record.countries.flatMap(countryNames)).map { $0.folded() }
  }

  var isCommon: Bool { place < Currency.mostTraded.count }

  func fit(_ wanted: String) -> Fit? {
    if code == wanted { return .code }
    if texts.contains(wanted) { return .name }
    if code.hasPrefix(wanted) { return .codeBegins }
    if texts.contains(where: { $0.hasPrefix(wanted) }) { return .nameBegins }
    let words = texts.lazy.flatMap { $0.split { $0 == " " || $0 == "-" || $0 == "(" } }
    return words.contains { $0.hasPrefix(wanted) } ? .wordBegins : nil
  }
}

struct CountryNames: Sendable {
  private let english: [String: [String]]
  var translate: @Sendable (String) -> String = { Gettext.translate(system: Self.domain, $0) }
  private static let domain = "iso_3166-1"

  /// `text`: a line per country: ISO 3166 code, space, names separated by semicolons. iso-codes translates one of them.
  init(text: String) {
    english = text.split(separator: "\n").reduce(into: [:]) { names, line in
      guard let space = line.firstIndex(of: " ") else { return }
      names[String(line[..<space])] = line[line.index(after: space)...].split(separator: ";").map { name in
        String(name.drop { $0 == " " })
      }
    }
  }

  @MainActor
  init() {
    // The translations of country names are opened only now, because few users search for a country.
    Gettext.openSystem(domain: Self.domain)
    self.init(text: Resources.text(of: "\(Paths.resources)/countries.txt") ?? "")
  }

  func callAsFunction(_ code: String) -> [String] {
    english[code].map { names in names + names.map(translate).filter { !names.contains($0) } } ?? [code]
  }
}
