// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension SettingsWorkflow {
  /// Looks around, and after each change of the rates, for as long as somebody gets the states.
  func watch() {
    watching?.cancel()
    guard onChange != nil else { return }
    watching = Task { [weak self] in
      guard let updates = await self?.rates.updates() else { return }
      await self?.lookAtRates()
      await self?.countCaches()
      await self?.lookForKeys()
      for await _ in updates { await self?.lookAtRates() }
    }
  }

  func lookAtRates() async {
    let (standing, quotes) = (await rates.standing(), try? await rates.quarantined())
    let log = onChange == nil ? nil : await caches.log()
    note { machine in
      machine.standing(standing, today: clock().localDay)
      if let quotes { machine.quarantined(quotes) }
      if let log { machine.logged(log) }
    }
  }

  func countCaches() async {
    let usage = await caches.usage()
    note { $0.counted(usage) }
  }

  func lookForKeys() async {
    var found: [ProviderID: KeyState] = [:]
    for provider in state.providers where provider.needsKey { found[provider.id] = await keys.state(of: provider.id) }
    let failure = await keys.failure
    note { machine in for (id, key) in found { machine.keyFound(id, key, failure: failure) } }
  }
}
