// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import KursModel

extension AccountWorkflow {
  /// Syncs the objects of the signed-in member. `follow` starts it.
  public nonisolated func sync(of objects: UserObjects) -> SyncWorkflow {
    let environment = environment
    return SyncWorkflow(
      objects: objects, exchange: syncExchange,
      limits: { [weak self] member async throws(SyncFailure) in
        guard let self else { throw .signedOut }
        return try await limits(of: member)
      },
      sleep: { moment in
        let rest = max(0, moment.milliseconds - environment.clock().milliseconds)
        await environment.sleep(environment.uptime() + rest)
      }, jitter: environment.jitter,
      note: { await environment.note(.syncFailed($0, at: environment.clock())) })
  }

  public nonisolated var syncExchange: SyncWorkflow.Exchange {
    { [weak self] member, request async throws(SyncFailure) in
      guard let self else { throw .signedOut }
      let answer: AccountClient.Answer
      do throws(AccountCallFailure) {
        answer = try await send(.sync(SyncDocument.body(of: request)), as: member)
      } catch {
        throw SyncFailure(error)
      }
      do throws(ItemError) { return try SyncDocument.read(answer.data) } catch { throw .malformed(error) }
    }
  }
}

extension SyncWorkflow {
  /// Syncs while a member is signed in. Returns when the account closes.
  public func follow(_ account: AccountWorkflow) async {
    var last: (member: MemberID, canAsk: Bool)?
    for await state in await account.states() {
      let now = (member: state.member?.id ?? .nobody, canAsk: state.phase == .signedIn)
      if let last, last == now { continue }
      last = now
      await memberChanged(to: now.member, canAsk: now.canAsk)
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
