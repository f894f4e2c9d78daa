// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore

extension Session {
  /// What was saved by whoever is shown on this machine, read and compared in the number form of the locale.
  func archive(comparedBy providers: ProviderOptions? = nil) async throws -> CalculationArchive {
    try await Failure.wording {
      let database = try openPerson()
      return CalculationArchive(
        objects: try await PersonObjects.ofCurrentMember(in: database, clock: Self.now), rates: core.rates,
        order: { [rates = core.rates] in if let named = providers?.order { named } else { await rates.order } },
        symbols: NumberSymbols(locale: Self.numberLocale), reader: { [catalogue = core.catalogue] in
          Self.reader(catalogue)
        },
        makeID: {
          var generator = SystemRandomNumberGenerator()
          return PersonObject.ID(random: &generator)
        })
    }
  }

  static var numberLocale: LocaleName {
    LocaleName(environment: ProcessInfo.processInfo.environment, category: "LC_NUMERIC")
  }

  /// Reads amounts in the number form of the locale, as the window does.
  static func reader(_ catalogue: CurrencyCatalogue) -> CalculationReader {
    let locale = numberLocale
    return CalculationReader(
      symbols: NumberSymbols(locale: locale), preferences: SymbolPreferences(region: locale.region),
      names: catalogue.systemNames, catalogue: catalogue)
  }
}
