// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorWorkflow {
  /// Does at once what is chosen in the settings meanwhile: the meaning of symbols, and coins.
  nonisolated func followSettings(region: String?) {
    Task { @MainActor [weak self, settings] in
      var before = Settings?.none
      for await now in settings.changes() {
        defer { before = now }
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
