// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore

extension Session {
  /// What was saved by whoever is shown on this machine, read and compared in a form of numbers.
  func archive(
    comparedBy providers: ProviderOptions? = nil, _ numbers: NumberForm = .locale
  ) async throws -> CalculationArchive {
    try await Failure.wording {
      let database = try await openPerson()
      return CalculationArchive(
        objects: try await PersonObjects.ofCurrentMember(in: database, clock: Self.now), rates: core.rates,
        order: { [rates = core.rates] in if let named = providers?.order { named } else { await rates.order } },
        symbols: numbers.symbols, reader: { reader(numbers) },
        makeID: {
          var generator = SystemRandomNumberGenerator()
          return PersonObject.ID(random: &generator)
        })
    }
  }
}
