// SPDX-License-Identifier: GPL-3.0-or-later
import ServiceLifecycle

/// Deletes expired data once an hour, and checks the storage limit every minute.
struct UpkeepService: Service {
  let database: ServerDatabase
  let clock: @Sendable () -> Instant
  let space: SpaceTerms
  let log: RequestLog
  /// Called once an hour; nil if the database has no witness file.
  var renewStamp: (@Sendable () throws -> Void)?

  func run() async throws {
    var minute = 0
    var isWarned = false
    for await _ in Minutes().cancelOnGracefulShutdown() {
      do {
        let used = try await database.read { try Space(database: $0).used() }
        if used >= space.server / 10 * 9, !isWarned { log.fillsUp(used: used, limit: space.server) }
        isWarned = used >= space.server / 10 * 9
        defer { minute += 1 }
        guard minute.isMultiple(of: 60) else { continue }
        try await database.write { [clock] in try Upkeep(database: $0, now: clock()).run() }
        try await database.forgetJournal()
        if minute > 0 { try renewStamp?() }
      } catch {
        // The next run tries again. Requests are still served.
        log.failed(path: "upkeep", error: error)
      }
    }
  }
}

/// A sequence with one element now and one each minute.
private struct Minutes: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private var isFirst = true

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Void? {
    defer { isFirst = false }
    if isFirst { return () }
    return try? await Task.sleep(for: .seconds(60))
  }
}
