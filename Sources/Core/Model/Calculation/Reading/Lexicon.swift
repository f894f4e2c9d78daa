// SPDX-License-Identifier: GPL-3.0-or-later

/// Everything that names a currency: codes, symbols, and names in the person's language.
struct Lexicon: Sendable {
  private let catalogue: CurrencyCatalogue
  private let names: [String: Currency]
  private let symbols: [String: CurrencyMention]
  /// The first words of longer names: only after these is another word read.
  private let beginnings: Set<String>
  /// Symbols that contain an operator (`S/`), which words cannot be cut at.
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

  /// Names meet in the singular and without hyphens: "francs suisses" as "franc suisse".
  private static func key(_ name: String) -> String {
    name.split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "\u{A0}" })
      .map { $0.utf8.count > 3 && $0.hasSuffix("s") ? $0.dropLast() : $0 }.joined(separator: " ")
  }

  /// The meaning of one or several words in lower case.
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

/// The smallest piece of a text that means something.
struct Token: Equatable {
  enum Kind: Equatable {
    case number(NumberReading)
    case currency(CurrencyMention)
    /// A weight of the metal that is named next: how much of the metal's own unit it is.
    case weight(Rational)
    case sign(OperationSign)
    case open
    case close
    case comma
    case colon
    /// "in", "to", an arrow or an equals sign.
    case into
    case on
    /// Before a rate of the calculation's own.
    case at
    case day(Day)
    case invalid(CalculationError.Reason)
  }

  let kind: Kind
  let range: Range<Int>

  var isInvalid: Bool { if case .invalid = kind { true } else { false } }
  var isCurrency: Bool { if case .currency = kind { true } else { false } }
}

/// The operators a sign can be in each position; indices into the `OperationList`.
struct OperationSign: Equatable, Sendable {
  var infix: Int?
  var prefix: Int?
  var postfix: Int?
}

/// A currency as it was named, with the others that the same name can mean.
struct CurrencyMention: Equatable, Sendable {
  let currency: Currency
  /// All meanings of a shared symbol, `currency` among them; empty for a code or a name of its own.
  var candidates: [Currency] = []
  /// Grams to its unit, for a metal.
  var grams: Rational?
}
