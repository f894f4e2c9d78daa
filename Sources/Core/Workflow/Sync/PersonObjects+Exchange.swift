// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

extension PersonObjects {
  /// One exchange: what is unsent goes out, what comes back is taken up; then what of it is left here.
  ///
  /// Interrupted anywhere it can be done again: what was sent stays unsent until the answer is on disk.
  func exchangeOnce(
    member: MemberID, limit: Int, _ exchange: SyncWorkflow.Exchange
  ) async throws(SyncFailure) -> Unsent {
    let (since, epoch, unsent) = try await read(member, limit: limit)
    let sent = Array(unsent.prefix(limit))
    let answer = try await exchange(member, SyncRequest(since: since, epoch: epoch, changes: sent))
    let changed: Set<PersonObject.Kind>?
    do {
      changed = try await database.takeUp(
        answer.changes, removed: answer.removed, revision: answer.revision, epoch: answer.epoch, sent: sent,
        of: member)
    } catch {
      throw .storage(error)
    }
    // The answer came after the member's data was deleted from this machine.
    guard let changed else { throw .signedOut }
    if member == self.member { announce(changed.map { PersonChange.objects($0) }) }
    return Unsent(
      hasMore: unsent.count > sent.count || answer.hasMore, stayed: try await tooLong(member), sent: sent.count,
      // The server gives back what it was sent.
      received: Set(answer.changes.map(\.id)).subtracting(sent.map(\.id)).count + answer.removed.count)
  }

  private func tooLong(_ member: MemberID) async throws(SyncFailure) -> [PersonObject] {
    do { return try await database.tooLongToSync(of: member) } catch { throw .storage(error) }
  }

  private func read(_ member: MemberID, limit: Int) async throws(SyncFailure) -> (Int, String, [PersonObject]) {
    do {
      return (
        try await database.syncedRevision(of: member), try await database.syncedEpoch(of: member),
        try await database.unsentObjects(of: member, limit: limit + 1)
      )
    } catch {
      throw .storage(error)
    }
  }
}

/// What the server does not know after an exchange.
struct Unsent: Sendable {
  /// Whether another exchange would send, or bring, more.
  let hasMore: Bool
  /// What the server does not take.
  let stayed: [PersonObject]
  /// How many changes went out, and came in.
  var sent = 0
  var received = 0
}
