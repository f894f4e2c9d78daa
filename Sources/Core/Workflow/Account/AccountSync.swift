// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

enum AccountSync {
  static func workflow(of objects: UserObjects, through account: AccountWorkflow) -> SyncWorkflow {
    let environment = account.environment
    return SyncWorkflow(
      objects: objects, exchange: exchange(through: account),
      limits: { [weak account] member async throws(SyncFailure) in
        guard let account else { throw .signedOut }
        return try await account.limits(of: member)
      },
      sleep: { moment in
        let rest = max(0, moment.milliseconds - environment.clock().milliseconds)
        await environment.sleep(environment.uptime() + rest)
      }, jitter: environment.jitter,
      note: { await environment.note(.syncFailed($0, at: environment.clock())) })
  }

  /// Syncs while a member is signed in. Returns after `AccountWorkflow.close`.
  static func keepRunning(_ sync: SyncWorkflow, for account: AccountWorkflow) async {
    var last: (member: MemberID, canAsk: Bool)?
    for await state in await account.states() {
      let now = (member: state.member?.id ?? .withoutAccount, canAsk: state.phase == .signedIn)
      if let last, last == now { continue }
      last = now
      await sync.memberChanged(to: now.member, canAsk: now.canAsk)
    }
  }

  private static func exchange(through account: AccountWorkflow) -> SyncWorkflow.Exchange {
    { [weak account] member, request async throws(SyncFailure) in
      guard let account else { throw .signedOut }
      let answer: AccountClient.Answer
      do throws(AccountCallFailure) {
        answer = try await account.send(.sync(SyncDocument.body(of: request)), as: member)
      } catch {
        throw SyncFailure(error)
      }
      do throws(ItemError) { return try SyncDocument.read(answer.data) } catch { throw .malformed(error) }
    }
  }
}

extension SyncFailure {
  init(_ failure: AccountCallFailure) {
    switch failure {
    case .auth(.signedOut): self = .signedOut
    case .refused(409, "since-ahead", _): self = .serverIsBehind
    case .refused(422, "clock-ahead", _): self = .clockIsAhead
    case .refused(413, "quota-full", _): self = .quotaFull
    case .refused(413, _, _), .api(.status(413)): self = .tooLarge
    case .refused(let status, let reason, _) where status != 429 && status < 500:
      self = .refused(status: status, reason: reason)
    case .api(let error) where !error.isPassing && error != .cancelled: self = .api(error)
    case .auth, .refused, .api: self = .unavailable(retryAfter: failure.retryAfter)
    }
  }
}
