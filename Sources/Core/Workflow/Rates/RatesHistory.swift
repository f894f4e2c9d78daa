// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension RatesWorkflow {
  /// All of the shipped history; whoever asks meanwhile waits for the same taking up.
  public func takeUpHistory() async throws(RatesFailure) { _ = try await readHistory() }

  /// Takes up what of it is not in yet; false where all was.
  private func readHistory() async throws(RatesFailure) -> Bool {
    guard let bundle else { return false }
    let running =
      historyIntake
      ?? Task {
        do throws(RatesFailure) {
          return .success(try await takeUp(bundle).wasRead)
        } catch {
          return .failure(error)
        }
      }
    historyIntake = running
    let outcome = await running.value
    historyIntake = nil
    return try outcome.get()
  }

  /// Takes up what an answer needs of the shipped history, so that none depends on what was read before.
  ///
  /// One provider's newest rates are in its newest days; a day of its own, or a second provider of another day, may
  /// need any. Returns whether `stored` may be more by now.
  func takeUp(
    _ bundle: BundledHistory, asNeededBy order: [ProviderID], day: Day?, _ stored: [ProviderID: Set<Currency>]
  ) async throws(RatesFailure) -> Bool {
    let isAlone = !order.contains { $0 != bundle.provider && stored[$0] != nil }
    do {
      if day == nil, isAlone {
        return try await takeUp(bundle, pauseAfterNewestDay: true).wasRead
      } else {
        return try await readHistory()
      }
    } catch {
      // The stored rates serve; the start reports the fault of the file.
      if stored[bundle.provider] == nil { throw error }
      return true
    }
  }
}
