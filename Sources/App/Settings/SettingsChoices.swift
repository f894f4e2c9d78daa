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

  let intervals = RefreshInterval.allCases
  let intervalNames: [String]
  let sides = QuoteSide.allCases
  let sideNames: [String]
  let symbols: [Symbol]

  init(_ words: Words) {
    intervalNames = intervals.map { words.name(of: $0) }
    sideNames = sides.map { words.name(of: $0) }
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
