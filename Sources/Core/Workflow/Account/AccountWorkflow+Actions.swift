// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

// Carries out the machine's actions.
extension AccountWorkflow {
  func carryOut(_ action: AuthAction, _ id: Int) {
    switch action {
    case .readKeyring: Task { await readKeyring(id) }  // guards A17: readKeyring(id) => unlockKeyring(id)
    case .unlockKeyring: Task { await unlockKeyring(id) }
    case .startGrant(let grant, let epoch): startGrant(grant, epoch, id)
    case .cancelGrant(let epoch): cancelGrant(epoch, id)
    case .adoptTokens: adoptTokens(id)
    case .releaseWaiters: releaseWaiters(id)
    case .failWaiters(let failure): failWaiters(id, failure)
    case .answerForm(let failure): answerForm(id, failure)
    case .wipe(let reason): leave(id) { await self.wipe(id, reason) }
    case .forgetSecrets: leave(id) { await self.forgetSecrets(id) }
    case .revoke: revoke(id)
    case .removeBadSecret: removeBadSecret(id)
    case .rememberLater: rememberLater(id)
    case .rereadKeyring: Task { await readKeyring(id) }
    // Late tokens are revoked where they came in.
    case .revokeLate: break
    }
  }

  private func startGrant(_ grant: Grant, _ epoch: Int, _ id: Int) {
    let task = Task { await runGrant(grant, epoch: epoch, id) }
    sessions[id]?.grant = (grant, epoch, task)
  }

  /// A renewal is broken off; a sign-in goes on to its end, so that the session it makes can be revoked.
  private func cancelGrant(_ epoch: Int, _ id: Int) {
    guard let grant = sessions[id]?.grant, grant.epoch == epoch else { return }
    if grant.kind == .refresh { grant.task.cancel() }
    sessions[id]?.grant = nil
  }

  private func adoptTokens(_ id: Int) {
    guard let arriving = sessions[id]?.arriving else { return }
    sessions[id]?.tokens = arriving
    sessions[id]?.arriving = nil
    sessions[id]?.service.renewed()
  }

  private func answerForm(_ id: Int, _ failure: SignInFailure?) {
    let waiter = sessions[id]?.formWaiter
    // "Busy" answers one who came second: the first still waits.
    sessions[id]?.formWaiter = nil
    sessions[id]?.form = nil
    waiter?.resume(returning: failure)
  }

  private func leave(_ id: Int, _ work: @escaping @Sendable () async -> Void) {
    sessions[id]?.leaving.append(Task { await work() })
  }

  private func revoke(_ id: Int) {
    guard let session = sessions[id], let tokens = session.tokens, let server = session.member?.server else { return }
    sessions[id]?.leaving.append(Task { await revoke(tokens.refreshToken, at: server) })
  }

  private func removeBadSecret(_ id: Int) {
    guard let member = sessions[id]?.member else { return }
    Task { [secrets = environment.secrets] in try? await secrets.remove(.session(member.id)) }
  }

  /// Five more tries, thirty seconds apart; until one succeeds the sign-in ends with the program.
  private func rememberLater(_ id: Int) {
    guard let session = sessions[id], session.remembering == nil else { return }
    sessions[id]?.isRemembered = false  // guards A18, A20
    let began = environment.uptime()
    sessions[id]?.remembering = Task { [weak self, environment] in
      for round: Int64 in 1...5 {  // guards A20: 1...5 => 1...9
        await environment.sleep(began + round * 30_000)  // guards A20: 30_000 => 3_000
        guard !Task.isCancelled, let self else { return }
        if await self.rememberAgain(id) { break }
      }
      await self?.rememberingEnded(id)
    }
  }

  private func rememberAgain(_ id: Int) async -> Bool {
    guard let session = sessions[id], let member = session.member, let tokens = session.tokens else { return true }
    guard (try? await environment.secrets.store(tokens.secret, for: .session(member.id))) != nil else { return false }
    // Signed out in the meantime: nothing may stay behind.
    guard sessions[id]?.tokens != nil else {
      try? await environment.secrets.remove(.session(member.id))
      return true
    }
    sessions[id]?.isRemembered = true
    publish()
    return true
  }

  private func rememberingEnded(_ id: Int) {
    sessions[id]?.remembering = nil
  }
}
