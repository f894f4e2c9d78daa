// SPDX-License-Identifier: GPL-3.0-or-later

/// All names of currencies: codes, symbols, and names in the user's language.
struct Lexicon: Sendable {
  private let catalogue: CurrencyCatalogue
  private let names: [String: Currency]
  private let symbols: [String: CurrencyMention]
  /// The first words of longer names. Another word is read only after these.
  private let beginnings: Set<String>
  /// Symbols that contain an operator (`S/`), at which words can't be cut.
  let odd: [(symbol: [UInt8], mention: CurrencyMention)]

  init(preferences: SymbolPreferences, names: [String: Currency], catalogue: CurrencyCatalogue) {
    self.catalogue = catalogue
    self.names = Dictionary(
      names.map { (Self.key($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    symbols = Self.symbols(preferences, catalogue)
    beginnings = Set(
      self.names.keys.flatMap { name in
        name.indices.lazy.filter { name[$0] == " " }.map { String(name[..<$0]) }
      })
    odd = symbols.lazy.filter { $0.key.contains("/") }.map { (Array($0.key.utf8), $0.value) }
      .sorted { $0.symbol.count > $1.symbol.count }
  }

  func mayContinue(_ word: String) -> Bool { beginnings.contains(Self.key(word)) }

  /// Names are compared in the singular and without hyphens: "francs suisses" as "franc suisse".
  private static func key(_ name: String) -> String {
    name.split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "\u{A0}" })
      .map { $0.utf8.count > 3 && $0.hasSuffix("s") ? $0.dropLast() : $0 }.joined(separator: " ")
  }

  /// The currency named by one or several lower-case words.
  func mention(_ word: String) -> CurrencyMention? {
    if let currency = Currency(word), catalogue[currency] != nil { return mention(of: currency) }
    let key = Self.key(word)
    if let currency = names[key] { return mention(of: currency) }
    if let mention = symbols[word] ?? symbols[key] { return mention }
    return word.count > 1 && word.hasSuffix(".") ? mention(String(word.dropLast())) : nil
  }

  private func mention(of currency: Currency) -> CurrencyMention {
    CurrencyMention(currency: currency, grams: catalogue[currency]?.grams)
  }

  private static func symbols(
    _ preferences: SymbolPreferences, _ catalogue: CurrencyCatalogue
  ) -> [String: CurrencyMention] {
    var meanings: [String: (family: String, candidates: [Currency])] = [:]
    for (words, codes) in SharedSymbols.families {
      let names = words.split(separator: " ").map(String.init)
      let candidates = codes.split(separator: " ").compactMap { Currency($0) }.filter { catalogue[$0] != nil }
      for name in names where !candidates.isEmpty { meanings[name] = (names[0], candidates) }
    }
    for record in catalogue.sorted {
      for symbol in record.symbols.map({ $0.lowercased() }) where symbol.contains(where: { !$0.isNumber }) {
        let family = meanings[symbol]?.family ?? symbol
        let candidates = meanings[symbol]?.candidates ?? []
        if !candidates.contains(record.currency) {
          meanings[symbol] = (family, candidates + [record.currency])
        }
      }
    }
    return meanings.compactMapValues { family, all in
      let current = all.filter { catalogue[$0]?.until == nil }
      let candidates = current.isEmpty ? all : current
      return preferences.choose(family, from: candidates, in: catalogue).map {
        CurrencyMention(currency: $0, candidates: candidates.count > 1 ? candidates : [])
      }
    }
  }
}

/// The smallest meaningful part of a text.
struct Token: Equatable {
  enum Kind: Equatable {
    case number(NumberReading)
    case currency(CurrencyMention)
    /// A weight of the metal named next, in the metal's own unit.
    case weight(Rational)
    case sign(OperationSign)
    case open
    case close
    case comma
    case colon
    /// "in", "to", an arrow or an equals sign.
    case into
    case on
    /// Before a rate typed in the calculation.
    case at
    case day(Day)
    case invalid(CalculationError.Reason)
  }

  let kind: Kind
  let range: Range<Int>

  var isInvalid: Bool { if case .invalid = kind { true } else { false } }
  var isCurrency: Bool { if case .currency = kind { true } else { false } }
}

/// The operators that a sign can be in each position, as indices into `OperationList`.
struct OperationSign: Equatable, Sendable {
  var infix: Int?
  var prefix: Int?
  var postfix: Int?
}

/// A currency as it was named, with the others that share the name.
struct CurrencyMention: Equatable, Sendable {
  let currency: Currency
  /// All currencies of a shared symbol, including `currency`. Empty for a code or a unique name.
  var candidates: [Currency] = []
  /// Grams per unit, for a metal.
  var grams: Rational?
}
