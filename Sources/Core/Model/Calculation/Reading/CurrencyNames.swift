// SPDX-License-Identifier: GPL-3.0-or-later

extension CurrencyCatalogue {
  /// Each currency by its English name and by what `translate` makes of that, lower case.
  ///
  /// A name that several currencies of one country share means the current one, or the last one if all have ended.
  public func names(translate: (String) -> String = { $0 }) -> [String: Currency] {
    var names: [String: Currency] = [:]
    for record in byAge {
      let own = translate(record.name)
      for name in [own.lowercased(), record.name.lowercased()] where names[name] == nil {
        let heir = heir(of: record, named: name) { name == own.lowercased() ? translate($0) : $0 }
        names[name] = heir ?? record.currency
      }
    }
    return names
  }

  /// Money before other codes, the current before the ended, and of those the last before the first.
  private var byAge: [CurrencyRecord] {
    let current = sorted.filter { $0.until == nil }
    // Both are one money since 2021: VES is the code that banks write.
    let preferred = current.filter { $0.currency.code != "VED" } + current.filter { $0.currency.code == "VED" }
    let ended = sorted.filter { $0.until != nil }
    let all = preferred + ended.sorted { a, b in
      (b.until ?? .distantPast, a.currency) < (a.until ?? .distantPast, b.currency)
    }
    return all.filter { $0.kind == .money } + all.filter { $0.kind != .money }
  }

  /// The last of the currencies that followed an ended one in its country, if its name has all the words of `name`.
  private func heir(of record: CurrencyRecord, named name: String, _ translate: (String) -> String) -> Currency? {
    guard record.until != nil else { return nil }
    let words = Lexicon.key(name).split(separator: " ")
    var (heir, next, steps) = (Currency?.none, record.successor, 0)
    while let currency = next, let successor = self[currency], steps < 10 {
      let isOfCountry = successor.kind == .money && !Set(successor.countries).isDisjoint(with: record.countries)
      let others = Lexicon.key(translate(successor.name).lowercased()).split(separator: " ")
      let isNamedSo = words.allSatisfy { word in others.contains { $0.isForm(of: word) } }
      if isOfCountry, isNamedSo { heir = currency }
      (next, steps) = (successor.successor, steps + 1)
    }
    return heir
  }
}

extension Day {
  fileprivate static let distantPast = Day(number: .min)
}

extension Substring {
  /// Whether both are one word with different endings: Azerbaijan, Azerbaijanian.
  fileprivate func isForm(of word: Substring) -> Bool {
    self == word || Swift.min(count, word.count) >= 5 && (hasPrefix(word) || word.hasPrefix(self))
  }
}
