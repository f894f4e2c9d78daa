// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

extension UserObjects {
  /// Sends unsent objects and stores the server's response. An interrupted exchange can be repeated. If a local change
  /// may conflict, first requests the edits of other computers, unless the last exchange did so (`isContinued`).
  /// `longest`: the maximum bytes of a value. `skip`: the number of objects to skip because the account is full.
  func exchangeOnce(
    member: MemberID, limit: Int, skip: Int = 0, longest: Int = ServiceLimits().value, isContinued: Bool = false,
    _ exchange: SyncWorkflow.Exchange
  ) async throws(SyncFailure) -> Unsent {
    var received = 0
    var (since, epoch, unsent) = try await read(member, limit: limit, skip: skip, longest)
    if !isContinued, unsent.contains(where: { UserObject.fieldsWithConflicts[$0.kind] != nil }) {
      received += try await ask(member, exchange)
      (since, epoch, unsent) = try await read(member, limit: limit, skip: skip, longest)
      guard !unsent.isEmpty else {
        return Unsent(hasMore: false, tooLarge: try await tooLong(member, longest), received: received)
      }
    }
    let sent = Array(unsent.prefix(limit))
    let answer: SyncAnswer
    do throws(SyncFailure) {
      answer = try await exchangeAndRemember(sent, since: since, epoch: epoch, member, exchange)
    } catch .quotaFull {
      try await exchangeWithoutAdditions(member: member, longest: longest, exchange)
      throw .quotaFull
    }
    try await compare(with: answer, of: member)
    received += Set(answer.changes.map(\.id)).subtracting(sent.map(\.id)).count + answer.removed.count
    if answer.hasMore { received += try await ask(member, exchange) }
    return Unsent(
      hasMore: try await isMoreToSend(than: sent, answer, member, limit: limit, skip: skip, longest),
      tooLarge: try await tooLong(member, longest), sent: sent.count, received: received)
  }

  private func ask(
    _ member: MemberID, _ exchange: SyncWorkflow.Exchange
  ) async throws(SyncFailure) -> Int {
    var (received, hasMore, pages) = (0, true, 0)
    while hasMore {
      pages += 1
      guard pages <= SyncMachine.pagesInARow else { throw .unsound }
      let (since, epoch, _) = try await read(member, limit: 0, 0)
      let news = try await exchangeAndRemember([], since: since, epoch: epoch, member, exchange)
      received += news.changes.count + news.removed.count
      hasMore = news.hasMore
    }
    return received
  }

  /// Whether another exchange must follow at once, because unsent objects remain or merging has changed an object.
  private func isMoreToSend(
    than sent: [UserObject], _ answer: SyncAnswer, _ member: MemberID, limit: Int, skip: Int, _ longest: Int
  ) async throws(SyncFailure) -> Bool {
    let (_, _, unsent) = try await read(member, limit: limit, skip: skip, longest)
    let went = Dictionary(sent.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let named = Dictionary(answer.changes.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return unsent.contains { object in
      guard let went = went[object.id] else { return sent.count == limit }
      return named[object.id].map { !$0.merged(with: went.asSent).hasSameContent(as: $0) } ?? false
    }
  }

  /// Throws if this computer's objects differ from the server's objects, although both have the same revision.
  private func compare(with answer: SyncAnswer, of member: MemberID) async throws(SyncFailure) {
    guard !answer.hasMore, let digest = answer.digest else { return }
    let objects: [UserObject]?
    do { objects = try await database.allSynced(of: member) } catch { throw .storage(error) }
    guard let objects, ObjectsDigest.text(of: objects) != digest else { return }
    // The stored revision of the objects in the digest. Digests of client and server may differ without damage if
    // another Kurs program stored newer objects after the response. Then this revision is newer than the response's.
    let revision: Int
    do { revision = try await database.syncedRevision(of: member) } catch { throw .storage(error) }
    if revision == answer.revision { throw .differs }
  }

  /// Sends only deletions and receives the changes of other computers, because the account is full.
  private func exchangeWithoutAdditions(
    member: MemberID, longest: Int, _ exchange: SyncWorkflow.Exchange
  ) async throws(SyncFailure) {
    for _ in 0..<SyncMachine.pagesInARow {
      let (since, epoch, unsent) = try await read(member, limit: 100_000, longest)
      let deletions = Array(unsent.filter(\.isDeleted).prefix(SyncMachine.mostObjects))
      let answer = try await exchangeAndRemember(deletions, since: since, epoch: epoch, member, exchange)
      guard answer.hasMore || deletions.count == SyncMachine.mostObjects else { return }
    }
    throw .unsound
  }

  private func exchangeAndRemember(
    _ sent: [UserObject], since: Int, epoch: String, _ member: MemberID, _ exchange: SyncWorkflow.Exchange
  ) async throws(SyncFailure) -> SyncAnswer {
    do { try await database.noteSending(sent, of: member) } catch { throw .storage(error) }
    let answer = try await exchange(member, SyncRequest(since: since, epoch: epoch, changes: sent.map(\.asSent)))
    guard isSound(answer, since: since) else { throw .unsound }
    let changed: Set<UserObject.Kind>?
    do {
      changed = try await database.merge(
        answer.changes, removed: answer.removed, revision: answer.revision, epoch: answer.epoch,
        hasMore: answer.hasMore, sent: sent, of: member)
    } catch {
      throw .storage(error)
    }
    // Nil means that the member's data was deleted on this computer before the response arrived.
    guard let changed else { throw .signedOut }
    if member == self.member { announce(changed.map { UserChange.objects($0) }) }
    return answer
  }

  /// The maximum milliseconds that an edit may be dated in the future. An edit dated later could replace newer edits.
  private static let farFuture: Int64 = 31 * 86_400_000

  private func isSound(_ answer: SyncAnswer, since: Int) -> Bool {
    // Every response except the last must contain changes and a higher revision.
    let leadsOn = answer.revision > since && answer.changes.count + answer.removed.count > 0
    let latest = clock() + Self.farFuture
    return (!answer.hasMore || leadsOn)
      && answer.changes.allSatisfy { object in
        object.fields.values.allSatisfy { $0.edited <= latest } && object.deleted.map { $0 <= latest } ?? true
      }
  }

  private func tooLong(_ member: MemberID, _ longest: Int) async throws(SyncFailure) -> [UserObject] {
    do { return try await database.tooLongToSync(of: member, longest: longest) } catch { throw .storage(error) }
  }

  private func read(
    _ member: MemberID, limit: Int, skip: Int = 0, _ longest: Int
  ) async throws(SyncFailure) -> (Int, String, [UserObject]) {
    do {
      return (
        try await database.syncedRevision(of: member), try await database.syncedEpoch(of: member),
        try await database.unsentObjects(of: member, limit: limit + 1, skip: skip, longest: longest)
      )
    } catch {
      throw .storage(error)
    }
  }
}

struct Unsent: Sendable {
  let hasMore: Bool
  let tooLarge: [UserObject]
  var sent = 0
  var received = 0
}

/// Calculates the digest of all objects of a member, as the account server's API contract defines it.
enum ObjectsDigest {
  /// Returns the digest in hexadecimal. Ignores deleted objects, because the server doesn't store their content.
  static func text(of objects: [UserObject]) -> String {
    var sum = [UInt8](repeating: 0, count: 16)
    for object in objects where !object.isDeleted {
      let digest = SHA256.digest(lines(of: object))
      for index in sum.indices { sum[index] ^= digest[index] }
    }
    return sum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func lines(of object: UserObject) -> [UInt8] {
    var text = Array("\(object.id.text)\n\(object.kind.rawValue)\n".utf8)
    for (name, field) in object.fields.sorted(by: { $0.key < $1.key }) {
      text += Array("\(name)\n\(field.edited.utcText)\n\(field.value.utf8.count)\n".utf8)
      text += Array(field.value.utf8)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
