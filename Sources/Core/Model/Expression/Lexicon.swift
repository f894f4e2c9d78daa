// SPDX-License-Identifier: GPL-3.0-or-later

/// Codes, symbols and names of currencies and subunits, in the user's language.
struct Lexicon: Sendable {
  enum Meaning {
    case one(CurrencyMention)
    case undecided([Currency])
  }

  private let catalogue: CurrencyCatalogue
  private let names: [String: Currency]
  private let symbols: [String: CurrencyMention]
  private let spoken: [String: CurrencyMention]
  private let undecided: [String: [Currency]]
  private let beginnings: Set<String>
  /// Symbols that contain an operator's sign, such as the slash in `S/`.
  let odd: [(symbol: [UInt8], mention: CurrencyMention)]

  init(preferences: SymbolPreferences, names: [String: Currency], catalogue: CurrencyCatalogue) {
    self.catalogue = catalogue
    self.names = Dictionary(
      names.map { (Self.key($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
    symbols = Self.symbols(preferences, catalogue)
    (spoken, undecided) = Self.spoken(preferences, catalogue)
    beginnings = Set(
      [Array(self.names.keys), Array(spoken.keys)].joined().flatMap { name in
        name.indices.lazy.filter { name[$0] == " " }.map { String(name[..<$0]) }
      })
    odd = symbols.lazy.filter { $0.key.contains("/") }.map { (Array($0.key.utf8), $0.value) }
      .sorted { $0.symbol.count > $1.symbol.count }
  }

  func mayContinue(_ word: String) -> Bool { beginnings.contains(Self.key(word.lowercased())) }

  func meaning(_ written: String, isBehindNumber: Bool = false) -> Meaning? {
    if let subunit = subunit(code: written) { return .one(subunit) }
    let word = written.lowercased()
    if let currency = Currency(word), catalogue[currency] != nil {
      var mention = mention(of: currency)
      // Set `candidates` for a word such as "Pen", which may not mean a currency. A note then shows how Kurs read it.
      if written != word, written.mayBeName, SpokenNames.words.contains(word) { mention.candidates = [currency] }
      return .one(mention)
    }
    if isBehindNumber, Subunits.behindNumber.contains(written), let cent = spoken[written] { return .one(cent) }
    let key = Self.key(word)
    if let currency = names[key] {
      // A short name such as "won" is ambiguous if all currencies with this name are still in use.
      let shared = symbols[key] ?? spoken[key]
      let isShared =
        shared.map { $0.candidates.contains(currency) && $0.candidates.allSatisfy(catalogue.isCurrent) } ?? false
      return .one((isShared ? shared : nil) ?? mention(of: currency))
    }
    if let candidates = undecided[word] { return .undecided(candidates) }
    if let mention = symbols[word] ?? symbols[key] ?? (word.utf8.count > 1 ? spoken[word] ?? spoken[key] : nil) {
      return .one(mention)
    }
    if let candidates = undecided[key] { return .undecided(candidates) }
    if let dollar = dollar(word) { return .one(dollar) }
    return word.count > 1 && word.hasSuffix(".") ? meaning(String(written.dropLast())) : nil
  }

  /// The names of currencies, in lower case.
  var words: [String] { Array(names.keys) + spoken.keys + symbols.keys }

  func mention(_ written: String) -> CurrencyMention? {
    if case .one(let mention) = meaning(written) { mention } else { nil }
  }

  /// Reads a code of a currency or country beside a dollar sign, such as `CAD$` and `$US`.
  private func dollar(_ word: String) -> CurrencyMention? {
    guard word.hasPrefix("$") || word.hasSuffix("$"), let family = symbols["$"] else { return nil }
    let code = word.filter { $0 != "$" }.uppercased()
    let named = family.candidates.first { $0.code == code || code.count == 2 && $0.code == "\(code)D" }
    return named.map { mention(of: $0) }
  }

  private func mention(of currency: Currency) -> CurrencyMention {
    CurrencyMention(currency: currency, grams: catalogue[currency]?.grams)
  }

  /// Reads the codes that stock exchanges use for subunits, such as `GBp` and `GBX` for pence and `ZAc` for cents.
  private func subunit(code written: String) -> CurrencyMention? {
    let letters = Array(written.utf8)
    guard letters.count == 3, letters[0].isLetter else { return nil }
    if let code = Subunits.exchangeCodes[written.uppercased()], let currency = Currency(code) {
      return Self.subunit(currency, catalogue)
    }
    let isCapital = letters.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") }
    guard isCapital == [true, true, false], let currency = Currency(written) else { return nil }
    if catalogue[currency] != nil { return Self.subunit(currency, catalogue) }
    guard letters[2] == UInt8(ascii: "c") else { return nil }
    let start = written.prefix(2)
    let money = catalogue.records.values.filter {
      $0.kind == .money && $0.until == nil && $0.currency.code.hasPrefix(start)
    }
    return money.count == 1 ? Self.subunit(money[0].currency, catalogue) : nil
  }

  private static func subunit(
    _ currency: Currency, of candidates: [Currency] = [], _ catalogue: CurrencyCatalogue
  ) -> CurrencyMention? {
    guard let record = catalogue[currency], record.kind == .money, record.minorUnit > 0 else { return nil }
    return CurrencyMention(
      currency: currency, candidates: candidates.count > 1 ? candidates : [], share: .powerOfTen(-record.minorUnit))
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
    return Dictionary(
      uniqueKeysWithValues: meanings.compactMap { name, meaning in
        var found = mention(preferences, meaning.family, from: meaning.candidates, catalogue)
        // Set `candidates` for a single letter, which may not mean a currency. A note then shows how Kurs read it.
        if let only = found, only.candidates.isEmpty, isLetter(name) { found?.candidates = [only.currency] }
        return found.map { (name, $0) }
      })
  }

  private static func isLetter(_ name: String) -> Bool {
    name.utf8.count == 1 && name.first.map { $0.isLetter } ?? false
  }

  /// Chooses one of the currencies that share a name, preferably one that is still in use.
  private static func mention(
    _ preferences: SymbolPreferences, _ family: String, from all: [Currency], _ catalogue: CurrencyCatalogue
  ) -> CurrencyMention? {
    let candidates = current(all, catalogue)
    return preferences.choose(family, from: candidates, in: catalogue).map {
      CurrencyMention(currency: $0, candidates: candidates.count > 1 ? candidates : [])
    }
  }

  private static func current(_ all: [Currency], _ catalogue: CurrencyCatalogue) -> [Currency] {
    let current = all.filter(catalogue.isCurrent)
    return current.isEmpty ? all.filter { catalogue[$0] != nil } : current
  }

  private static func spoken(
    _ preferences: SymbolPreferences, _ catalogue: CurrencyCatalogue
  ) -> (one: [String: CurrencyMention], undecided: [String: [Currency]]) {
    guard !catalogue.records.isEmpty else { return ([:], [:]) }
    var (one, undecided, nouns) = ([String: CurrencyMention](), [String: [Currency]](), [Currency: Set<String>]())
    func enter(_ name: String, _ mention: CurrencyMention?) {
      guard let mention else { return }
      for name in [name, key(name)] where one[name] == nil { one[name] = mention }
    }
    func known(_ codes: String) -> [Currency] {
      codes.split(separator: " ").compactMap { Currency($0) }.filter { catalogue[$0] != nil }
    }
    func list(_ codes: String) -> [Currency] { current(known(codes), catalogue) }
    func split(_ words: String) -> [String] { words.split(separator: " ").map(String.init) }
    for (words, codes) in SharedSymbols.families + SpokenNames.nouns {
      let names = split(words)
      for currency in list(codes) {
        nouns[currency, default: []].formUnion(
          names.filter { ($0.count > 2 || $0.utf8.count > 3) && $0.allSatisfy(\.isLetter) })
      }
      for name in names { enter(name, mention(preferences, names[0], from: list(codes), catalogue)) }
    }
    for (words, codes) in SpokenNames.crowns {
      let candidates = list(codes)
      var own = preferences
      if let other = own.chosen["kr"], !candidates.contains(other) { own.chosen["kr"] = nil }
      for name in split(words) {
        enter(name, mention(own, "kr", from: candidates, catalogue))
      }
    }
    for (words, codes) in SpokenNames.ended {
      let candidates = known(codes)
      for name in split(words) {
        guard let first = candidates.first else { continue }
        enter(name, CurrencyMention(currency: first, candidates: candidates.count > 1 ? candidates : []))
      }
    }
    for (words, codes) in SpokenNames.letters {
      let candidates = known(codes)
      for name in split(words) { undecided[name] = candidates }
    }
    for (adjectives, words, code) in SpokenNames.old {
      guard let currency = Currency(code), catalogue[currency] != nil else { continue }
      for adjective in adjectives.split(separator: ",") {
        for noun in words.split(separator: " ") { enter("\(adjective) \(noun)", CurrencyMention(currency: currency)) }
      }
    }
    let crowns = SpokenNames.crowns.flatMap { split($0.names) }
    for (words, codes) in SpokenNames.undecided {
      let candidates = list(codes)
      let local = preferences.choose("kr", from: candidates, in: catalogue)
      let isChosen =
        preferences.chosen["kr"] != nil
        || preferences.region.map { region in local.map { catalogue[$0]?.countries.contains(region) ?? false } ?? false
        } ?? false
      for name in split(words) {
        for currency in candidates {
          nouns[currency, default: []].formUnion([name] + crowns)
        }
        guard candidates.count > 1, !isChosen else {
          enter(name, local.map { CurrencyMention(currency: $0, candidates: candidates.count > 1 ? candidates : []) })
          continue
        }
        (undecided[name], undecided[key(name)]) = (candidates, candidates)
      }
    }
    var parts: [Currency: Set<String>] = [:]
    for (words, codes, symbol) in Subunits.families {
      let candidates = list(codes)
      let names = split(words)
      for currency in candidates { parts[currency, default: []].formUnion(names.filter { $0.count > 1 }) }
      var own = preferences
      // The user's choice for a symbol such as £ also decides the meaning of "pence", if that currency has pence.
      if symbol != "$", let other = own.chosen[symbol], !candidates.contains(other) { own.chosen[symbol] = nil }
      guard let chosen = own.choose(symbol, from: candidates, in: catalogue) else { continue }
      for name in names { enter(name, subunit(chosen, of: candidates, catalogue)) }
    }
    if let cent = one["cent"] { one["c"] = cent }
    for (words, code) in SpokenNames.adjectives {
      guard let currency = Currency(code), let record = catalogue[currency] else { continue }
      let own = record.name.lowercased().split(separator: " ")
      let names = (nouns[currency] ?? []).union([own.first, own.last].compactMap { $0.map(String.init) })
      for adjective in words.split(separator: ",").map(String.init) {
        let isArabic = adjective.unicodeScalars.first.map { $0.value >= 0x600 && $0.value < 0x700 } ?? false
        func phrase(_ noun: String) -> String { isArabic ? "\(noun) \(adjective)" : "\(adjective) \(noun)" }
        for noun in names { enter(phrase(noun), CurrencyMention(currency: currency, grams: record.grams)) }
        for part in parts[currency] ?? [] { enter(phrase(part), subunit(currency, catalogue)) }
      }
    }
    for (currency, names) in parts {
      for name in names { enter("\(currency.code.lowercased()) \(name)", subunit(currency, catalogue)) }
    }
    for (words, code) in SpokenNames.whole {
      guard let currency = Currency(code), catalogue[currency] != nil else { continue }
      for name in words.split(separator: ",") {
        enter(String(name), CurrencyMention(currency: currency, grams: catalogue[currency]?.grams))
      }
    }
    // Add the toman, in which Iranians state prices. One toman is ten rials.
    if let rial = Currency("IRR"), catalogue[rial] != nil {
      for name in ["تومان", "toman", "tomans"] { enter(name, CurrencyMention(currency: rial, share: Rational(10))) }
    }
    return (one, undecided)
  }

  /// Removes plural and case endings, accents, articles and hyphens: "Kanadische Dollar" matches "Kanadischer Dollar".
  static func key(_ name: String) -> String {
    name.split(whereSeparator: { $0 == " " || $0 == "-" || $0 == "\u{A0}" || $0 == "\u{2011}" }).map(stem)
      .joined(separator: " ")
  }

  private static func stem(_ word: Substring) -> String {
    if word.utf8.allSatisfy({ $0 < 0x80 }) { return ended(Array(word.utf8)) }
    var scalars = word.unicodeScalars.map { plain[$0] ?? $0 }
    if scalars.count > 4, scalars[0] == "\u{627}", scalars[1] == "\u{644}" { scalars.removeFirst(2) }
    guard scalars.allSatisfy(\.isASCII) else {
      let ending = arabicEndings.first { scalars.count >= $0.count + 2 && scalars.suffix($0.count).elementsEqual($0) }
      if let ending {
        scalars.removeLast(ending.count)
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: scalars)
      return String(text)
    }
    return ended(scalars.map { UInt8($0.value) })
  }

  /// The Arabic endings of plurals, of the accusative and of feminine words: `دولارات`, `دولارًا`, `ليرة`.
  private static let arabicEndings: [[Unicode.Scalar]] = [
    Array("\u{627}\u{62A}".unicodeScalars), Array("\u{627}\u{64B}".unicodeScalars),
    Array("\u{64B}\u{627}".unicodeScalars), ["\u{629}"], ["\u{627}"],
  ]

  private static func ended(_ word: [UInt8]) -> String {
    var word = word[...]
    if word.count > 3, word.last == UInt8(ascii: "s") { word = word.dropLast() }
    for ending in ["en", "er", "em", "es", "e"] where word.count >= ending.utf8.count + 4 {
      guard word.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { continue }
      word = word.dropLast(ending.utf8.count)
      break
    }
    return String(decoding: word, as: UTF8.self)
  }

  private static let plain: [Unicode.Scalar: Unicode.Scalar] = {
    var plain: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (letter, marked) in [
      ("a", "áàâäãåāăą"), ("c", "çćč"), ("d", "ď"), ("e", "éèêëēėęě"), ("g", "ğģ"), ("i", "íìîïīıį"), ("l", "ĺļľł"),
      ("n", "ñńňņ"), ("o", "óòôöõøōő"), ("r", "ŕř"), ("s", "śşšș"), ("t", "ťţț"), ("u", "úùûüūůűų"), ("y", "ýÿ"),
      ("z", "źżž"), ("\u{627}", "\u{623}\u{625}\u{622}"), ("\u{64A}", "\u{649}\u{6CC}"), ("\u{643}", "\u{6A9}"),
    ] {
      for scalar in marked.unicodeScalars { plain[scalar] = letter.unicodeScalars.first }
    }
    return plain
  }()
}

struct Token: Equatable {
  enum Kind: Equatable {
    case number(NumberReading)
    case currency(CurrencyMention)
    case weight(Rational)
    case sign(OperationSign)
    case open
    case close
    case comma
    case colon
    /// A word such as "in" or "to", an arrow, or an equals sign. The target currency follows it.
    case into
    case on
    /// A word before a rate, such as "at".
    case at
    case day(Day)
    case invalid(CalculationError.Reason)
  }

  let kind: Kind
  let range: Range<Int>

  var beginsOperand: Bool {
    switch kind {
    case .sign, .open, .colon, .into: true
    default: false
    }
  }
  var isOperand: Bool {
    switch kind {
    case .number, .close, .currency, .day, .weight: true
    default: false
    }
  }
  var isNumber: Bool { if case .number = kind { true } else { false } }
  var isInvalid: Bool { if case .invalid = kind { true } else { false } }
  var isCurrency: Bool { if case .currency = kind { true } else { false } }
  var isSharedSubunit: Bool {
    if case .currency(let mention) = kind { mention.share != nil && !mention.candidates.isEmpty } else { false }
  }
}

struct OperationSign: Equatable, Sendable {
  var infix: Int?
  var prefix: Int?
  var postfix: Int?

  /// The sign of a line that begins with this sign. Nil if no line can begin with it.
  var lineSign: LineSign? { infix.flatMap { OperationList.infix[$0].lineSign } }
}

struct CurrencyMention: Equatable, Sendable {
  let currency: Currency
  /// All currencies that share the written name or symbol, including `currency`. Empty if the name isn't shared.
  var candidates: [Currency] = []
  var grams: Rational?
  /// The value of one subunit in `currency`: 0.01 for pence, 10 for a toman. Nil if the text names no subunit.
  var share: Rational?

  var action: AmountExpression.Action { share.map { .subunit(currency, share: $0) } ?? .currency(currency) }

  func note(at range: Range<Int>) -> ReadingNote? {
    if let share {
      return ReadingNote(.subunitRead(as: currency, share: share, candidates: candidates), at: range)
    }
    return candidates.isEmpty ? nil : ReadingNote(.symbolRead(as: currency, candidates: candidates), at: range)
  }
}
