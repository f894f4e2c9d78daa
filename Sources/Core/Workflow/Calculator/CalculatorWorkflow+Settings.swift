// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension CalculatorWorkflow {
  /// The meaning of a shared symbol: by the person's choice, or by the region.
  public var symbols: SymbolPreferences {
    SymbolPreferences(region: amounts.preferences.region, chosen: settings.state.settings.symbols)
  }

  /// The provider that would have the rate of a currency if it were switched on; nil where one in use has it.
  public func elsewhere(for currency: Currency) -> ProviderID? {
    machine.book[machine.state.day]?.elsewhere(for: currency)
  }

  /// Does at once what is chosen in the settings meanwhile: the meaning of symbols, coins, and work without a network.
  nonisolated func followSettings(region: String?) {
    Task { @MainActor [weak self] in
      var before = Settings?.none
      guard let changes = self?.settings.changes() else { return }
      for await now in changes {
        defer { before = now }
        if now.isOffline != (before?.isOffline ?? false) { self?.send(.offlineSwitched(now.isOffline)) }
        guard let before else { continue }
        if now.symbols != before.symbols {
          self?.send(.symbolsChosen(SymbolPreferences(region: region, chosen: now.symbols)))
        }
        if now.roundsToCash != before.roundsToCash {
          self?.send(.cashRoundingSwitched(now.roundsToCash))
        }
      }
    }
  }
}
