// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension SettingsWorkflow {
  func carryOut(_ action: SettingsMachine.Action) {
    switch action {
    case .keep:
      choices += 1
      saves.add { await self.save() }
      changed()
    case .storeKey(let id, let secret):
      keyWork.add { await self.keyChanged(id, await self.keys.store(secret, for: id)) }
    case .removeKey(let id): keyWork.add { await self.keyChanged(id, await self.keys.remove(id)) }
    case .unlockKeys:
      keyWork.add {
        await self.keys.unlock()
        await self.lookForKeys()
      }
    case .test(let id, let address): Task { await test(id, at: address) }
    case .refresh(let order): Task { [refresher] in await refresher?.refreshNow(order) }
    case .clear(let kind):
      work.add {
        await self.caches.clear(kind)
        await self.countCaches()
      }
    case .forgetMoves(let id): changeRates { try? await $0.forgetMoves(of: id) }
    // A refusal shows in the list itself: the entry stays.
    case .acceptQuarantined(let entry): changeRates { _ = try? await $0.acceptQuarantined(entry) }
    case .dropQuarantined(let entry): changeRates { _ = try? await $0.dropQuarantined(entry) }
    }
  }

  private func changeRates(_ change: @escaping @Sendable (RatesWorkflow) async -> Void) {
    work.add {
      await change(self.rates)
      await self.lookAtRates()
    }
  }

  /// Asks a provider for the rates of some days, whether it is in use or not; returns how many came.
  public func ask(_ id: ProviderID, over days: ClosedRange<Day>) async throws(RatesFailure) -> Int {
    let key = await keys.key(for: id)
    return try await rates.refresh(id, over: days, address: values.addresses[id], key: key).changed
  }

  /// One write follows the one before; what changes meanwhile goes with the next.
  private func save() async {
    let settings = values
    guard settings != kept || state.saveFailure != nil else { return }
    do throws(FileFailure) {
      try await store.write(settings, over: kept)
      kept = settings
      note { $0.saved(nil) }
    } catch {
      note { $0.saved(error) }
    }
  }

  private func changed() {
    // This comes before the timetable hears of it, which would ask at once, be refused, and wait for its next turn.
    caches.switchNetwork(!values.isOffline)
    followers.tell(values)
    work.add {
      await self.useRates()
      await self.caches.apply(self.values)
    }
  }

  func useRates() async {
    await rates.use(machine.inUse, isStrict: values.isStrict, side: values.side)
  }

  func reread() async {
    await saves.finish()
    let (choices, reading) = (choices, await store.read())
    guard choices == self.choices, reading != SettingsReading(values) else { return }
    let before = values
    kept = reading.settings
    note { $0.reread(reading) }
    if values != before { changed() }
  }

  func refreshing(_ states: [ProviderID: RefreshState]) {
    refreshListeners.tell(states)
    note { $0.refreshing(states) }
  }

  private func keyChanged(_ id: ProviderID, _ key: KeyState) async {
    let failure = await keys.failure
    note { $0.keyFound(id, key, failure: failure) }
    await refresher?.keyChanged(id)
  }

  private func test(_ id: ProviderID, at address: String?) async {
    let key = await keys.key(for: id)
    let isLocked = state[id]?.needsKey == true && key == nil
    let outcome = isLocked ? .needsKey : await rates.test(id, address: address, key: key)
    note { $0.tested(id, outcome) }
  }
}
