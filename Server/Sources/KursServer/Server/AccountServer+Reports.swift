// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension AccountServer {
  private struct Accepted: Encodable { let accepted: Int }

  /// Stores usage events. The caller needs no session.
  func track(_ call: Call) async throws -> Answer {
    let batch = try call.json(UseEvent.Batch.self).checked()
    return try await once(call, scope: "track " + batch.installation, kept: Schema.Scope.events) {
      [space = settings.space] reports, now in
      for event in batch.events { try reports.take(event, from: batch.installation, at: now) }
      if let dropped = batch.dropped, dropped > 0 { try reports.take(dropped: dropped, from: batch.installation) }
      try reports.keepEvents(within: space.events - (1 << 21))
      return try .of(Accepted(accepted: batch.events.count))
    }
  }

  func report(_ call: Call) async throws -> Answer {
    let batch = try call.json(ValidationReport.Batch.self).checked()
    let source = try await source(of: call)
    return try await once(call, scope: "report", kept: Schema.Scope.reports) { reports, now in
      for report in batch.reports { try reports.take(report, from: source, at: now) }
      try reports.keepRoom(for: source)
      return try .of(Accepted(accepted: batch.reports.count))
    }
  }

  private func source(of call: Call) async throws -> Reports.Source {
    if let token = try? accessToken(of: call) {
      let session = try await database.read { try Sessions(database: $0).session(token.session) }
      if let session, !session.family.isEnded {
        return Reports.Source(digest: limits.digest("member " + session.member.text), isMember: true)
      }
    }
    return Reports.Source(digest: limits.digest("report " + call.address.text), isMember: false)
  }

  private func once(
    _ call: Call, scope: String, kept: String, _ effect: @escaping @Sendable (Reports, Instant) throws -> Answer
  ) async throws -> Answer {
    let now = clock()
    let space = settings.space
    let limit = kept == Schema.Scope.events ? space.events : space.reports
    return try await database.write { database in
      try Space(database: database).bounded(by: space, of: kept, limit: limit) {
        try AnsweredKeys(database: database, scope: scope, now: now).once(call) {
          try effect(Reports(database: database), now)
        }
      }
    }
  }
}
