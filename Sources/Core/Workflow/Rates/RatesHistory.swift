// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension RatesWorkflow {
  /// All of the shipped history; whoever asks meanwhile waits for the same taking up.
  public func takeUpHistory() async throws(RatesFailure) {
    guard let bundle else { return }
    let running =
      historyIntake
      ?? Task {
        do throws(RatesFailure) {
          try await takeUp(bundle)
          return nil
        } catch {
          return error
        }
      }
    historyIntake = running
    let failure = await running.value
    historyIntake = nil
    if let failure { throw failure }
  }

  /// Takes up what an answer needs of the shipped history, so that none depends on what was read before.
  ///
  /// One provider's newest rates are in its newest days; a day of its own, or a second provider of another day, may
  /// need any.
  func takeUp(
    _ bundle: BundledHistory, asNeededBy order: [ProviderID], day: Day?, _ stored: [ProviderID: Set<Currency>]
  ) async throws(RatesFailure) {
    let isAlone = !order.contains { $0 != bundle.provider && stored[$0] != nil }
    do {
      if day == nil, isAlone {
        try await takeUp(bundle, pauseAfterNewestDay: true)
      } else {
        try await takeUpHistory()
      }
    } catch {
      // The stored rates serve; the start reports the fault of the file.
      if stored[bundle.provider] == nil { throw error }
    }
  }
}
