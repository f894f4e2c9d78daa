// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel

extension SettingsWorkflow {
  /// Offers the provider that a file describes from now on.
  ///
  /// Throws as `RatesWorkflow.addProvider` does; nothing has changed then.
  @discardableResult
  public func addProvider(from path: String) async throws -> ProviderID {
    let id = try await rates.addProvider(from: path).id
    guard let items = await rates.items[id] else { return id }
    note { $0.add(.described(items)) }
    await refresher?.keyChanged(id)
    await lookAtRates()
    return id
  }

  /// Forgets it; where it was the only one in use, the first of all takes its place.
  public func removeProvider(_ id: ProviderID) async throws(RatesFailure) {
    guard try await rates.removeProvider(id) else { return }
    take { $0.remove(id) }
    await lookAtRates()
  }

  /// The file of a provider, to be given on; nil for one that comes with Kurs.
  public func file(of id: ProviderID) async -> [UInt8]? { await rates.file(of: id) }
}

extension SettingsMachine {
  /// Puts a provider among those that can be used, in place of one of that name.
  mutating func add(_ provider: ProviderState) {
    state.providers.removeAll { $0.id == provider.id }
    state.providers.append(provider)
    arrange()
  }

  mutating func remove(_ id: ProviderID) -> [Action] {
    state.providers.removeAll { $0.id == id }
    var rest = state.settings.providers.filter { $0 != id }
    if !rest.contains(where: { state[$0] != nil }) { rest.append(.ecb) }
    return change {
      $0.providers = rest
      $0.addresses[id] = nil
    }
  }
}
