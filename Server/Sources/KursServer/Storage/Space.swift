// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

struct SpaceTerms: Hashable, Sendable {
  var member = 64 * 1_048_576
  var server = 10 * 1_073_741_824
  /// The limits for all events and for all reports, in bytes. Anyone may send events and reports, so these limits leave
  /// most of the server's space to the members.
  var events = 64 * 1_048_576
  var reports = 64 * 1_048_576
}

struct Space {
  let database: Database

  func used(by scope: String) throws -> Int {
    try Int.fetchOne(database, sql: "SELECT bytes FROM space WHERE scope = ?", arguments: [scope]) ?? 0
  }

  func used() throws -> Int {
    let pages = try ["page_count", "freelist_count", "page_size"].map { name in
      try Int.fetchOne(database, sql: "PRAGMA \(name)") ?? 0
    }
    return (pages[0] - pages[1]) * pages[2]
  }

  /// Runs a change. If it adds bytes beyond a limit, throws, so that the transaction is undone.
  func bounded<Value>(by terms: SpaceTerms, of scope: String, limit: Int, _ change: () throws -> Value) throws -> Value
  {
    let before = try used(by: scope)
    let value = try change()
    let after = try used(by: scope)
    guard after > before else { return value }
    guard after <= limit else { throw Refusal(.quotaFull) }  // guards N04
    guard try used() <= terms.server else { throw Refusal(.unavailable, .init(retryAfter: 600)) }
    return value
  }
}
