// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
import KursModel
import Synchronization

/// Holds the providers that can be used: the providers of Kurs, of the user and of the team.
final class ProviderDirectory: Sendable {
  private struct State {
    var definitions: [ProviderID: ProviderDefinition]
    var damaged: Set<ProviderID>
  }

  private let state: Mutex<State>

  init(_ definitions: [ProviderDefinition], damaged: Set<ProviderID>) {
    let known = Dictionary(definitions.map { ($0.provider.id, $0) }, uniquingKeysWith: { first, _ in first })
    state = Mutex(State(definitions: known, damaged: damaged))
  }

  subscript(_ id: ProviderID) -> ProviderDefinition? { state.withLock { $0.definitions[id] } }

  var all: [ProviderDefinition] { state.withLock { Array($0.definitions.values) } }

  /// The user-defined series and providers with damaged files. Their rates are not used.
  var damaged: Set<ProviderID> { state.withLock(\.damaged) }

  func provider(_ id: ProviderID) throws(RatesFailure) -> Provider {
    if let definition = self[id] { return definition.provider }
    throw damaged.contains(id) ? RatesFailure.damagedSeries(id) : RatesFailure.unknownProvider(id.name)
  }

  func set(_ definition: ProviderDefinition, for id: ProviderID) {
    state.withLock {
      $0.definitions[id] = definition
      $0.damaged.remove(id)
    }
  }

  func remove(_ id: ProviderID) {
    state.withLock {
      $0.definitions[id] = nil
      $0.damaged.remove(id)
    }
  }

  func markDamaged(_ id: ProviderID) {
    state.withLock {
      $0.definitions[id] = nil
      $0.damaged.insert(id)
    }
  }
}
