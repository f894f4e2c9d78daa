// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension SettingsWorkflow {
  func carryOut(_ action: SettingsMachine.Action) async {
    switch action {
    case .keep(let settings):
      choices += 1
      save(settings)
      await apply()
    case .storeKey(let id, let secret): await keyChanged(id, await keys.store(secret, for: id))
    case .removeKey(let id): await keyChanged(id, await keys.remove(id))
    case .unlockKeys:
      await keys.unlock()
      await lookForKeys()
    case .test(let id, let address): test(id, at: address)
    // What is chosen meanwhile need not wait for the slowest server.
    case .refresh(let order): Task { [refresher] in await refresher?.refreshNow(order) }
    case .clear(let kind):
      await caches.clear(kind)
      machine.counted(await caches.usage())
    case .forgetMoves(let id):
      try? await rates.forgetMoves(of: id)
      await lookAtRates()
    // A refusal shows in the list itself: the entry stays.
    case .acceptQuarantined(let entry):
      _ = try? await rates.acceptQuarantined(entry)
      await lookAtRates()
    case .dropQuarantined(let entry):
      _ = try? await rates.dropQuarantined(entry)
      await lookAtRates()
    }
    publish()
  }

  /// One write follows the one before; what changes meanwhile goes with the next.
  func save(_ settings: Settings) {
    saving = Task { [before = saving, store] in
      await before?.value
      guard settings == machine.state.settings else { return }
      do throws(FileFailure) {
        try await store.write(settings, over: kept)
        kept = settings
        machine.saved(nil)
      } catch {
        machine.saved(error)
        publish()
      }
    }
  }

  func apply() async {
    followers.tell(machine.state.settings)
    await rates.use(machine.inUse, isStrict: machine.state.settings.isStrict, side: machine.state.settings.side)
    await caches.apply(machine.state.settings)
  }

  func reread() async {
    await saving?.value
    let (choices, reading) = (choices, await store.read())
    guard choices == self.choices, reading != SettingsReading(values) else { return }
    let before = values
    kept = reading.settings
    machine.reread(reading)
    publish()
    if reading.settings != before { await apply() }
  }

  func refreshing(_ states: [ProviderID: RefreshState]) {
    refreshListeners.tell(states)
    refreshStates = states
    guard made != nil else { return }
    machine.refreshing(states)
    publish()
  }

  func keyChanged(_ id: ProviderID, _ key: KeyState) async {
    machine.keyFound(id, key, failure: await keys.failure)
    await refresher?.keyChanged(id)
  }

  func test(_ id: ProviderID, at address: String?) {
    Task {
      let key = await keys.key(for: id)
      if machine.state[id]?.needsKey == true, key == nil {
        machine.tested(id, .needsKey)
      } else {
        machine.tested(id, await rates.test(id, address: address, key: key))
      }
      publish()
    }
  }
}
