// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  /// Stores the member's changes and returns changes from other machines, one page at a time.
  func sync(_ call: Call) async throws -> Answer {
    let request = try call.json(SyncRequest.self)
    let sent = try request.objects(at: clock())
    if try !sent.isEmpty || call.idempotencyKey() != nil {
      // The idempotency key stores only that the sync was done. The member's current objects are read each time.
      let done = try await onceAsMember(call) { [settings] database, visit in
        try request.check(against: visit.member, epoch: settings.epoch)
        try Self.take(sent, of: visit.member, in: database)
        return try .of(Nothing())
      }
      var answer = try await page(call, request, sent)
      answer.isReplayed = done.isReplayed
      return answer
    }
    return try await page(call, request, sent)
  }

  /// Reads the page without the write connection, so that a member with much data delays nobody else.
  private func page(_ call: Call, _ request: SyncRequest, _ sent: [SyncObject]) async throws -> Answer {
    try await readAsMember(call) { [settings] database, visit in
      try request.check(against: visit.member, epoch: settings.epoch)
      let objects = Objects(database: database, member: visit.member.id)
      return try .of(SyncAnswer(request, sent: sent, revision: visit.member.revision, epoch: settings.epoch, objects))
    }
  }

  // Enough for any user, but a limit for anyone who uses the server as a disk.
  private static let objectLimit = 20_000

  private static func take(_ sent: [SyncObject], of member: Member, in database: Database) throws {
    let objects = Objects(database: database, member: member.id)
    var member = member
    let before = member.revision
    for object in sent {
      let stored = try objects.stored(object.id)
      guard let merged = Self.merged(object, into: stored) else { continue }
      guard merged.byteCount <= SyncRequest.objectByteLimit else { throw Refusal(.tooLarge, .init(field: "changes")) }
      member.revision += 1
      try objects.put(merged, revision: member.revision)
    }
    guard member.revision != before else { return }
    try Members(database: database).update(member)
    guard try objects.count() <= objectLimit else { throw Refusal(.quotaFull) }
  }

  /// Returns the merged object; nil if it is unchanged.
  private static func merged(_ object: SyncObject, into stored: Objects.Stored?) -> SyncObject? {
    guard let stored else { return object }
    let merged = stored.object.merged(with: object)
    // A purged object returns only through an edit made after its deletion.
    if stored.isPurged, merged.deleted != nil { return nil }
    return merged == stored.object ? nil : merged
  }
}

extension SyncRequest {
  /// Throws a refusal if the client's revision is newer than the server's, or from another epoch.
  fileprivate func check(against member: Member, epoch known: UInt32) throws {
    let isOfAnotherLife = since > 0 && epoch.map { $0 != SyncAnswer.text(of: known) } ?? false
    guard since <= member.revision, !isOfAnotherLife else {
      throw Refusal(.sinceAhead, .init(revision: member.revision))
    }
  }
}
