// SPDX-License-Identifier: GPL-3.0-or-later

extension SymbolPreferences {
  /// The symbols that most need a choice, as `chosen` has them.
  public static let sharedSymbols = ["$", "kr", "£", "¥", "fr", "₨"]

  /// The currencies in use today that a shared symbol can mean, the most traded first.
  public static func meanings(of symbol: String, in catalogue: CurrencyCatalogue) -> [Currency] {
    let family = SharedSymbols.families.first { $0.names.split(separator: " ").first.map(String.init) == symbol }
    return (family?.codes.split(separator: " ") ?? []).compactMap { Currency(String($0)) }.filter { currency in
      catalogue[currency].map { $0.until == nil } ?? false
    }
  }

  /// The currencies in use that a shared symbol or noun, lower case, can mean: the person's own or the region's first,
  /// then the most traded.
  public func meanings(ofName name: String, in catalogue: CurrencyCatalogue) -> [Currency] {
    let family = SharedSymbols.families.first { $0.names.split(separator: " ").contains { $0 == name } }
    guard let symbol = family?.names.split(separator: " ").first.map(String.init) else { return [] }
    let meanings = Self.meanings(of: symbol, in: catalogue)
    guard let first = choose(symbol, from: meanings, in: catalogue) else { return meanings }
    return [first] + meanings.filter { $0 != first }
  }
}
