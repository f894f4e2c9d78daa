// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import ServiceLifecycle

struct UpkeepService: Service {
  let database: ServerDatabase
  let clock: @Sendable () -> Instant
  let health: Live<String?>
  let space: SpaceTerms
  let log: RequestLog
  /// Writes a new stamp to the database and its witness file, once an hour. If the stamps differ at a start, the server
  /// knows that an older copy has replaced the database. Nil if the database has no witness file.
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
        let fault = try await Task.detached { [path = database.path] in
          try ServerDatabase.fault(at: path, isThorough: true)
        }.value
        health.set(fault)
        if let fault { log.damaged(fault) }
        try await database.write { [clock] in try Upkeep(database: $0, now: clock()).run() }
        try await database.forgetJournal()
        if minute > 0 { try renewStamp?() }
      } catch is CancellationError {
        return
      } catch {
        // The error doesn't stop the server, because the upkeep is tried again an hour later.
        if let error = error as? DatabaseError, !error.isDamage {
          log.cannotWrite(path: "upkeep", cause: error.cause)
        } else {
          log.failed(path: "upkeep", error: error)
        }
      }
    }
  }
}

private struct Minutes: AsyncSequence, AsyncIteratorProtocol, Sendable {
  private var isFirst = true

  func makeAsyncIterator() -> Self { self }

  mutating func next() async -> Void? {
    defer { isFirst = false }
    if isFirst { return () }
    return try? await Task.sleep(for: .seconds(60))
  }
}
