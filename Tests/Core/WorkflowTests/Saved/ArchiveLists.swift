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

extension CurrencyList {
  /// The list now and after each change, whoever makes it.
  func lists() async -> AsyncStream<[Currency]> {
    await objects.values(of: .objects(kind)) { () async throws(StorageError) in try await self.currencies() }
  }
}

extension UserObjects {
  /// `value` now and again after each change of `part`; only the newest waits for a slow reader.
  ///
  /// An unreadable list is passed over: the disk's fault shows where the person acts.
  func values<Value: Sendable>(
    of part: UserChange, _ value: @escaping @Sendable () async throws(StorageError) -> Value
  ) -> AsyncStream<Value> {
    let changes = changes()
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let following = Task {
      if let now = try? await value() { continuation.yield(now) }
      for await change in changes where change == part {
        if let now = try? await value() { continuation.yield(now) }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in following.cancel() }
    return stream
  }
}
