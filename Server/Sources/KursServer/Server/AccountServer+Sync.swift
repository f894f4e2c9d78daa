// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  /// Takes what changed at the member's, gives what changed elsewhere.
  func sync(_ call: Call) async throws -> Answer {
    let request = try call.json(SyncRequest.self)
    let sent = try request.objects(at: clock())
    return try await onceAsMember(call) { database, visit in
      let objects = Objects(database: database, member: visit.member.id)
      var member = visit.member
      guard request.since <= member.revision else {
        throw Refusal(.sinceAhead, .init(revision: member.revision))
      }
      for object in sent {
        let stored = try objects.stored(object.id)
        guard let merged = Self.merged(object, into: stored) else { continue }
        member.revision += 1
        try objects.put(merged, revision: member.revision)
      }
      if member.revision != visit.member.revision {
        try Members(database: database).update(member)
        try Self.checkQuota(of: objects)
      }
      return try .of(try Self.answer(to: request.since, sent: sent, member: member, objects: objects))
    }
  }

  // Plenty for a person; the end for who takes the server for a disk.
  private static let objectLimit = 20_000
  private static let byteLimit = 64 * 1_048_576

  private static func checkQuota(of objects: Objects) throws {
    let extent = try objects.extent()
    guard extent.count <= objectLimit, extent.bytes <= byteLimit else { throw Refusal(.quotaFull) }
  }

  /// What an object becomes; nil when it stays as it is.
  private static func merged(_ object: SyncObject, into stored: Objects.Stored?) -> SyncObject? {
    guard let stored else { return object }
    let merged = stored.object.merged(with: object)
    // What was forgotten comes back only by an edit made after its deletion.
    if stored.isPurged, merged.deleted != nil { return nil }
    return merged == stored.object ? nil : merged
  }

  private static func answer(
    to since: Int, sent: [SyncObject], member: Member, objects: Objects
  ) throws -> SyncAnswer {
    let newer = try objects.newer(than: since)
    let listed = Set(newer.map(\.object.id))
    let others = try Set(sent.map(\.id)).subtracting(listed).compactMap { try objects.stored($0) }
    let all = (others + newer).sorted { $0.revision < $1.revision }
    return SyncAnswer(
      revision: member.revision,
      changes: all.filter { !$0.isPurged }.map { .init(object: $0.object, revision: $0.revision) },
      removed: all.filter(\.isPurged).map(\.object.id.text))
  }
}
