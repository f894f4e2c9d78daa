// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension SettingsWorkflow {
  /// While a window is open the figures follow the rates.
  func watch() {
    watching = Task { [weak self] in
      await self?.lookAround()
      guard let updates = await self?.rates.updates() else { return }
      for await _ in updates { await self?.lookAtRates() }
    }
  }

  func readerLeft() {
    readers -= 1
    guard readers == 0 else { return }
    watching?.cancel()
    watching = nil
  }

  func lookAround() async {
    await lookAtRates()
    machine.counted(await caches.usage())
    publish()
    await lookForKeys()
  }

  func lookAtRates() async {
    machine.standing(await rates.standing(), today: clock().localDay)
    if let quotes = try? await rates.quarantined() { machine.quarantined(quotes) }
    if readers > 0 { machine.logged(await caches.log()) }
    publish()
  }

  func lookForKeys() async {
    for provider in machine.state.providers where provider.needsKey {
      let key = await keys.state(of: provider.id)
      machine.keyFound(provider.id, key, failure: await keys.failure)
    }
    publish()
  }

  func publish() {
    listeners.tell(machine.state)
  }
}
