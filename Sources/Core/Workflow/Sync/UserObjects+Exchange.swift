// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

extension UserObjects {
  /// Runs one sync: sends unsent objects and stores the response. Returns the unsent rest.
  ///
  /// Can be repeated after any interruption, because sent objects stay unsent until the response is on disk.
  ///
  /// A change that may conflict with another machine's edit is sent only after that machine's edits have been
  /// received.
  func exchangeOnce(
    member: MemberID, limit: Int, longest: Int = ServiceLimits().value, isContinued: Bool = false,
    _ exchange: SyncWorkflow.Exchange
  ) async throws(SyncFailure) -> Unsent {
    var (since, epoch, unsent) = try await read(member, limit: limit, longest)
    var received = 0
    if !isContinued, since > 0, unsent.contains(where: { UserObject.toldFields[$0.kind] != nil }) {
      var hasMore = true
      while hasMore {
        let news = try await take([], since: since, epoch: epoch, member, exchange)
        received += news.changes.count + news.removed.count
        hasMore = news.hasMore
        (since, epoch, unsent) = try await read(member, limit: limit, longest)
      }
      // The other machine's edits were the later ones.
      guard !unsent.isEmpty else {
        return Unsent(hasMore: false, stayed: try await tooLong(member, longest), received: received)
      }
    }
    let sent = Array(unsent.prefix(limit))
    let answer = try await take(sent, since: since, epoch: epoch, member, exchange)
    // The server returns the sent objects too.
    received += Set(answer.changes.map(\.id)).subtracting(sent.map(\.id)).count + answer.removed.count
    return Unsent(
      hasMore: unsent.count > sent.count || answer.hasMore, stayed: try await tooLong(member, longest),
      sent: sent.count, received: received)
  }

  private func take(
    _ sent: [UserObject], since: Int, epoch: String, _ member: MemberID, _ exchange: SyncWorkflow.Exchange
  ) async throws(SyncFailure) -> SyncAnswer {
    do { try await database.noteSending(sent, of: member) } catch { throw .storage(error) }
    let answer = try await exchange(member, SyncRequest(since: since, epoch: epoch, changes: sent))
    let changed: Set<UserObject.Kind>?
    do {
      changed = try await database.merge(
        answer.changes, removed: answer.removed, revision: answer.revision, epoch: answer.epoch, sent: sent,
        of: member)
    } catch {
      throw .storage(error)
    }
    // The response arrived after the member's data was deleted here.
    guard let changed else { throw .signedOut }
    if member == self.member { announce(changed.map { UserChange.objects($0) }) }
    return answer
  }

  private func tooLong(_ member: MemberID, _ longest: Int) async throws(SyncFailure) -> [UserObject] {
    do { return try await database.tooLongToSync(of: member, longest: longest) } catch { throw .storage(error) }
  }

  private func read(
    _ member: MemberID, limit: Int, _ longest: Int
  ) async throws(SyncFailure) -> (Int, String, [UserObject]) {
    do {
      return (
        try await database.syncedRevision(of: member), try await database.syncedEpoch(of: member),
        try await database.unsentObjects(of: member, limit: limit + 1, longest: longest)
      )
    } catch {
      throw .storage(error)
    }
  }
}

/// Objects that the server doesn't know after a sync.
struct Unsent: Sendable {
  let hasMore: Bool
  let stayed: [UserObject]
  var sent = 0
  var received = 0
}
