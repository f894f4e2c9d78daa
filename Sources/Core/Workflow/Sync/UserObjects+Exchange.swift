// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

extension UserObjects {
  /// One exchange: sends unsent objects and stores the answer; returns how many are left unsent.
  ///
  /// Interrupted anywhere it can be done again: what was sent stays unsent until the answer is on disk.
  ///
  /// A change that may conflict with another machine's edit is sent only after that edit was asked for: the server
  /// keeps the later of two values, and would give back nothing of the other. `isContinued`: it was just asked for.
  /// `longest`: bytes of the longest value that the server takes.
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
    // The server gives back what it was sent.
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
    // The answer came after the member's data was deleted from this machine.
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

/// Objects that the server does not know after an exchange.
struct Unsent: Sendable {
  /// Whether another exchange would send, or bring, more.
  let hasMore: Bool
  /// Objects that the server refuses.
  let stayed: [UserObject]
  /// How many changes went out, and came in.
  var sent = 0
  var received = 0
}
