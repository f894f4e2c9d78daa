// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

extension PersonObjects {
  /// One exchange: what is unsent goes out, what comes back is taken up; true where more is waiting to be sent.
  ///
  /// Interrupted anywhere it can be done again: what was sent stays unsent until the answer is on disk.
  func exchangeOnce(
    member: MemberID, limit: Int, _ exchange: SyncWorkflow.Exchange
  ) async throws(SyncFailure) -> Bool {
    let (since, unsent) = try await read(member, limit: limit)
    let sent = Array(unsent.prefix(limit))
    let answer = try await exchange(member, SyncRequest(since: since, changes: sent))
    let changed: Set<PersonObject.Kind>?
    do {
      changed = try await database.takeUp(
        answer.changes, removed: answer.removed, revision: answer.revision, sent: sent, of: member)
    } catch {
      throw .storage(error)
    }
    // The answer came after the member's data was deleted from this machine.
    guard let changed else { throw .signedOut }
    if member == self.member { announce(changed.map { PersonChange.objects($0) }) }
    return unsent.count > sent.count
  }

  private func read(_ member: MemberID, limit: Int) async throws(SyncFailure) -> (Int, [PersonObject]) {
    do {
      return (
        try await database.syncedRevision(of: member), try await database.unsentObjects(of: member, limit: limit + 1)
      )
    } catch {
      throw .storage(error)
    }
  }
}
