// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

@testable import KursWorkflow

extension CalculationArchive {
  /// The history now and after each change.
  func historyLists() async -> AsyncStream<[HistoryEntry]> {
    await objects.values(of: .history) { () async throws(StorageError) in try await self.history() }
  }

  /// The saved ones now and after each change.
  func savedLists() async -> AsyncStream<[SavedCalculation]> {
    await objects.values(of: .objects(.saved)) { () async throws(StorageError) in try await self.saved() }
  }
}
