// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel
import KursStorage

/// The rates that are calculated with, and whose should be.
public struct RatesInUse: Sendable {
  public let table: RateTable
  /// The provider that was chosen first and has nothing stored yet; nil where the table is the chosen one's.
  public let awaited: Provider?

  public init(table: RateTable, awaited: Provider? = nil) {
    self.table = table
    self.awaited = awaited
  }
}

extension RatesWorkflow {
  /// The rates of a day by the order in use, currency by currency.
  ///
  /// Where nobody of it has any stored, those that are stored stand in, and the answer says who is waited for.
  public func ratesInUse(on day: Day?) async throws(RatesFailure) -> RatesInUse {
    let known = order.filter { items[$0] != nil }
    let awaited = try await awaited(of: known)
    do {
      return RatesInUse(table: try await table(of: known, on: day), awaited: awaited)
    } catch {
      guard error.isForWantOfRates, let standIn = try await standIn(beside: known) else { throw error }
      return RatesInUse(table: try await table(of: standIn, on: day), awaited: awaited)
    }
  }

  /// The first of the order where nothing of it is stored.
  private func awaited(of order: [ProviderID]) async throws(RatesFailure) -> Provider? {
    guard let first = order.first, first != bundle?.provider else { return nil }
    return try await isStored(first) ? nil : items[first]?.provider
  }

  /// Whoever has rates: the shipped ones before the others, and no one that has to be asked for.
  func standIn(beside order: [ProviderID]) async throws(RatesFailure) -> ProviderID? {
    let stored: [ProviderID]
    do { stored = try await database.providers() } catch { throw .storage(error) }
    let others = stored.filter { !order.contains($0) && items[$0]?.provider.isOptIn == false }
    return others.first { $0 == bundle?.provider } ?? others.first
  }

  private func isStored(_ id: ProviderID) async throws(RatesFailure) -> Bool {
    do { return try await database.providers().contains(id) } catch { throw .storage(error) }
  }
}

extension RatesFailure {
  fileprivate var isForWantOfRates: Bool {
    switch self {
    case .rate(.noRates), .unknownProvider: true
    default: false
    }
  }
}
