// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

@testable import KursWorkflow

extension CalculationArchive {
  func historyLists() async -> AsyncStream<[HistoryEntry]> {
    await objects.values(of: .history) { () async throws(StorageError) in try await self.history() }
  }

  func savedLists() async -> AsyncStream<[SavedCalculation]> {
    await objects.values(of: .objects(.saved)) { () async throws(StorageError) in try await self.saved() }
  }
}

extension CurrencyList {
  func lists() async -> AsyncStream<[Currency]> {
    await objects.values(of: .objects(kind)) { () async throws(StorageError) in try await self.currencies() }
  }
}

extension UserObjects {
  /// Returns a stream of `value`, now and after each change of `part`. A slow reader gets only the newest value.
  ///
  /// If reading fails, no value is sent. The next action of the user shows the disk error.
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
