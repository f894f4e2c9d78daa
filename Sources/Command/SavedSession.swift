// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore

extension Session {
  /// The saved calculations of the member who is shown on this machine, read and compared in a number format.
  func archive(
    comparedBy providers: ProviderOptions? = nil, _ numbers: NumberForm = .locale
  ) async throws -> CalculationArchive {
    CalculationArchive(
      objects: try await objects(), rates: core.rates,
      order: { providers?.order },
      symbols: numbers.symbols, reader: { reader(numbers) })
  }
}
