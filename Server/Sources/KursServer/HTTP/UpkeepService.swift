// SPDX-License-Identifier: GPL-3.0-or-later
import ServiceLifecycle

/// Forgets once an hour what has had its time.
struct UpkeepService: Service {
  let database: ServerDatabase
  let clock: @Sendable () -> Instant
  let log: RequestLog

  func run() async throws {
    for await _ in Hours().cancelOnGracefulShutdown() {
      do {
        try await database.write { [clock] in try Upkeep(database: $0, now: clock()).run() }
      } catch {
        // The next hour tries again; answering goes on.
        log.failed(path: "upkeep", error: error)
      }
    }
  }
}

/// One element now, and one each hour.
private struct Hours: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private var isFirst = true

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Void? {
    defer { isFirst = false }
    if isFirst { return () }
    return try? await Task.sleep(for: .seconds(3600))
  }
}
