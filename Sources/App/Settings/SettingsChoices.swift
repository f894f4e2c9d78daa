// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The answers that the settings offer, in the order they are listed in.
struct SettingsChoices: Equatable, Sendable {
  /// A symbol that several currencies share.
  struct Symbol: Equatable, Sendable {
    let symbol: String
    let meanings: [Currency]
    /// The answers in words; the first stands for no choice.
    let names: [String]
  }

  /// One of several answers, as it is kept and in words.
  struct Answer: Equatable, Sendable {
    let value: String
    let name: String
  }

  let answers: [SettingsKey: [Answer]]
  let symbols: [Symbol]

  init(_ words: Words) {
    answers = [
      .refreshInterval: RefreshInterval.allCases.map { Answer(value: $0.rawValue, name: words.name(of: $0)) },
      .currencyMark: CurrencyLook.Mark.allCases.map { Answer(value: $0.rawValue, name: words.name(of: $0)) },
      .currencyNaming: CurrencyLook.Naming.allCases.map { Answer(value: $0.rawValue, name: words.name(of: $0)) },
      .side: QuoteSide.allCases.map { Answer(value: $0.rawValue, name: words.name(of: $0)) },
    ]
    symbols = SymbolPreferences.sharedSymbols.compactMap { symbol in
      let meanings = SymbolPreferences.meanings(of: symbol, in: words.catalogue)
      guard meanings.count > 1 else { return nil }
      let names = [tr("By Country")] + meanings.map { "\($0.code) – \(words.name(of: $0))" }
      return Symbol(symbol: symbol, meanings: meanings, names: names)
    }
  }

  /// The place of a chosen currency among the answers for the symbol.
  func place(of chosen: Currency?, in symbol: Symbol) -> Int {
    chosen.flatMap { symbol.meanings.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
  }
}
