// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import GRDB

extension AccountServer {
  func sync(_ call: Call) async throws -> Answer {
    let request = try call.json(SyncRequest.self)
    let sent = try request.objects(at: clock())
    if try !sent.isEmpty || call.idempotencyKey() != nil {
      // The stored response of the idempotency key says only that the objects were stored. So the page of changes is
      // read again, with the member's current objects.
      let done = try await take(sent, of: request, call)
      var answer = try await page(call, request, sent)
      answer.isReplayed = done.isReplayed
      return answer
    }
    return try await page(call, request, sent)
  }

  /// Reads a page of changes. Doesn't use the write connection, so that a member with much data delays no other member.
  private func page(_ call: Call, _ request: SyncRequest, _ sent: [SyncObject]) async throws -> Answer {
    try await readAsMember(call) { [settings] database, caller in
      try request.check(against: caller.member, epoch: settings.epoch)
      let objects = Objects(database: database, member: caller.member.id)
      return try .of(SyncAnswer(request, sent: sent, revision: caller.member.revision, epoch: settings.epoch, objects))
    }
  }

  /// Stores the objects. If the space is too small, stores at least the deletions.
  private func take(_ sent: [SyncObject], of request: SyncRequest, _ call: Call) async throws -> Answer {
    let token = try accessToken(of: call)
    let now = clock()
    // The sent objects are merged before the write transaction. The transaction then only checks whether the stored
    // objects have changed since.
    let merges = try await database.read { database in
      let session = try Sessions(database: database).session(token.session)
      return try session.map { try Merges(sent, into: Objects(database: database, member: $0.member)) } ?? Merges()
    }
    // The refusal is returned and not thrown, so that the transaction saves the deletions.
    let outcome: Result<Answer, Refusal> = try await database.write { [settings] database in
      let caller = try AuthorizedCall.admitted(by: token, at: now, in: database)
      try request.check(against: caller.member, epoch: settings.epoch)
      let scope = caller.member.id.text
      let keys = AnsweredKeys(database: database, scope: scope, now: now)
      let deletions = sent.filter { $0.deleted != nil }
      func taken(_ objects: [SyncObject]) throws -> Answer {
        try keys.once(call) {
          try Self.take(objects, since: request.since, merges, of: caller.member, space: settings.space, in: database)
          return try .of(Nothing())
        }
      }
      do {
        var answer = try Answer.of(Nothing())
        try database.inSavepoint {
          answer = try Space(database: database).bounded(by: settings.space, of: scope, limit: settings.space.member) {
            try taken(sent)
          }
          return .commit
        }
        return .success(answer)
      } catch let refusal as Refusal where [.quotaFull, .unavailable].contains(refusal.reason) {
        // The deletions are saved without storing a response for the idempotency key, because repeating a deletion
        // changes nothing.
        try Self.take(deletions, since: request.since, merges, of: caller.member, space: settings.space, in: database)
        return deletions.count == sent.count ? .success(try .of(Nothing())) : .failure(refusal)
      }
    }
    return try outcome.get()
  }

  // The maximum number of a member's objects that aren't deleted. It is enough for any user, but too low to use the
  // server as storage for other data.
  private static let objectLimit = 20_000
  /// The maximum number of a member's objects, including deleted objects. Beyond it, the deletion of an unknown object
  /// isn't stored.
  private static let rowLimit = 5 * objectLimit

  private static func take(
    _ sent: [SyncObject], since: Int, _ merges: Merges, of member: Member, space: SpaceTerms, in database: Database
  ) throws {
    let objects = Objects(database: database, member: member.id)
    let rows = try objects.count()
    var digest = try objects.digest()
    var member = member
    let before = member.revision
    var isMore = false
    var taken: Set<UUID> = []
    for object in sent {
      // Skips an object that another computer has changed, because the sender hasn't seen that change.
      if !taken.contains(object.id), let revision = try objects.revision(of: object.id),
        revision > since, try objects.stored(object.id)?.isPurged == false
      {
        continue
      }
      taken.insert(object.id)
      guard let merge = try merges.merge(of: object, into: objects) else { continue }
      guard merge.object.byteCount <= SyncRequest.objectByteLimit else {
        throw Refusal(.tooLarge, .init(field: "changes"))
      }
      if merge.object.deleted == nil {
        isMore = isMore || !merge.wasLive
      } else if merge.revision == nil, rows + sent.count > rowLimit {
        continue
      }
      member.revision += 1
      digest.toggle(merge.change)
      try objects.put(merge.object, fields: merge.fields, revision: member.revision)
    }
    guard member.revision != before else { return }
    try objects.keep(digest)
    member.revision = try objects.purgeDeleted(within: space.member, after: member.revision)
    try Members(database: database).update(member)
    guard try !isMore || objects.liveCount() <= objectLimit else { throw Refusal(.quotaFull) }
  }
}

private struct Merges: Sendable {
  struct Merge: Sendable {
    let object: SyncObject
    let fields: String
    let revision: Int?
    let wasLive: Bool
    let change: ObjectsDigest
  }

  private var merges: [UUID: (revision: Int?, merge: Merge?)] = [:]

  init() {}

  init(_ sent: [SyncObject], into objects: Objects) throws {
    let times = Dictionary(sent.map { ($0.id, 1) }, uniquingKeysWith: +)
    // Skips objects that were sent twice. They are merged later, in order, during the write.
    for object in sent where times[object.id] == 1 {
      let stored = try objects.stored(object.id)
      merges[object.id] = (stored?.revision, try Self.merge(object, into: stored))
    }
  }

  func merge(of object: SyncObject, into objects: Objects) throws -> Merge? {
    if let known = merges[object.id], try objects.revision(of: object.id) == known.revision { return known.merge }
    return try Self.merge(object, into: objects.stored(object.id))
  }

  private static func merge(_ object: SyncObject, into stored: Objects.Stored?) throws -> Merge? {
    let merged = stored?.object.merged(with: object) ?? object
    // A purged object comes back only if it was edited after its deletion.
    if let stored, stored.isPurged && merged.deleted != nil || merged == stored.object { return nil }
    var change = ObjectsDigest(of: stored?.object)
    change.toggle(ObjectsDigest(of: merged))
    return Merge(
      object: merged, fields: try JSONText.text(of: merged.fields), revision: stored?.revision,
      wasLive: stored.map { $0.object.deleted == nil } ?? false, change: change)
  }
}

extension SyncRequest {
  fileprivate func check(against member: Member, epoch known: UInt32) throws {
    let isOfAnotherLife = since > 0 && epoch.map { $0 != SyncAnswer.text(of: known) } ?? false
    guard since <= member.revision, !isOfAnotherLife else {
      throw Refusal(.sinceAhead, .init(revision: member.revision))
    }
  }
}
