// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension AccountServer {
  private struct Accepted: Encodable { let accepted: Int }

  /// Events of use; who is signed in is not even looked at.
  func track(_ call: Call) async throws -> Answer {
    let batch = try call.json(UseEvent.Batch.self).checked()
    return try await once(call, limit: .eventsFromAddress, scope: "track " + batch.installation) { reports, now in
      for event in batch.events { try reports.take(event, from: batch.installation, at: now) }
      if let dropped = batch.dropped, dropped > 0 { try reports.take(dropped: dropped, from: batch.installation) }
      return try .of(Accepted(accepted: batch.events.count))
    }
  }

  /// Answers that a client's schemas refused.
  func report(_ call: Call) async throws -> Answer {
    let batch = try call.json(ValidationReport.Batch.self).checked()
    return try await once(call, limit: .reportsFromAddress, scope: "report") { reports, _ in
      for report in batch.reports { try reports.take(report) }
      return try .of(Accepted(accepted: batch.reports.count))
    }
  }

  private func once(
    _ call: Call, limit: AttemptLimits.Kind, scope: String,
    _ effect: @escaping @Sendable (Reports, Instant) throws -> Answer
  ) async throws -> Answer {
    let now = clock()
    try await limits.tried(limit, call.address, at: now)
    return try await database.write { database in
      try AnsweredKeys(database: database, scope: scope, now: now).once(call) {
        try effect(Reports(database: database), now)
      }
    }
  }
}
