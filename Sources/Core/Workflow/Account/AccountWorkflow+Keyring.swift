// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursStorage

extension AccountWorkflow {
  func readKeyring(_ id: Int) async {
    guard let member = sessions[id]?.member else { return handle(id) { machine, _ in machine.credentialsMissing() } }
    do throws(SecretFailure) {
      let content = try await tokens.content(of: member.id)
      sessions[id]?.keyringFailure = nil
      keyringRead(id, content)
    } catch {
      keyringFailed(id, error)
    }
  }

  func unlockKeyring(_ id: Int) async {
    do throws(SecretFailure) {
      try await environment.secrets.unlock()
    } catch {
      return keyringFailed(id, error)
    }
    await readKeyring(id)
  }

  /// Reads a locked keyring at growing intervals until the user has unlocked it. These reads don't prompt the user.
  func awaitUnlocking(_ id: Int) {
    guard sessions[id]?.machine.state == .locked else {
      if sessions[id]?.machine.state != .boot { sessions[id]?.unlocking?.cancel() }
      return
    }
    guard sessions[id]?.unlocking == nil else { return }
    sessions[id]?.unlocking = Task { [weak self, environment] in
      var pause: Int64 = 5_000
      while !Task.isCancelled {
        await environment.sleep(environment.uptime() + pause)
        guard !Task.isCancelled, let self, await self.readKeyringAgain(id) else { break }
        pause = min(2 * pause, 60_000)
      }
      await self?.unlockingEnded(id)
    }
  }

  private func readKeyringAgain(_ id: Int) async -> Bool {
    guard sessions[id]?.machine.state == .locked else { return sessions[id]?.machine.state == .boot }
    await readKeyring(id)
    return sessions[id]?.machine.state == .locked
  }

  private func unlockingEnded(_ id: Int) { sessions[id]?.unlocking = nil }

  private func keyringRead(_ id: Int, _ content: TokenStore.Content) {
    guard content.tokens != nil || content.hasPassword else {
      return handle(id) { machine, _ in
        content.isMalformed ? machine.credentialsMalformed() : machine.credentialsMissing()
      }
    }
    // After a reboot, the stored deadline is invalid, so the access token counts as expired.
    let deadline = content.tokens.flatMap { $0.isOf(environment.boot) ? $0.deadline : nil }
    if let stored = content.tokens { sessions[id]?.use(stored) }
    handle(id) { machine, now in
      machine.credentialsRead(
        refreshToken: content.tokens != nil, password: content.hasPassword, deadline: deadline, at: now)
    }
    if let deadline, deadline > environment.uptime() { confirmLater(id) }
  }

  private func keyringFailed(_ id: Int, _ failure: SecretFailure) {
    sessions[id]?.keyringFailure = failure
    handle(id) { machine, _ in
      switch failure {
      case .locked, .refused: machine.keyringLocked()
      case .noService, .failed: machine.keyringUnavailable()
      }
    }
  }

  func removeBadSecret(_ id: Int) {
    guard let member = sessions[id]?.member else { return }
    Task { [secrets = environment.secrets] in try? await secrets.remove(.session(member.id)) }
  }

  /// Tries to store the tokens five more times, every 30 seconds. If all tries fail, the user must sign in again later.
  func rememberLater(_ id: Int) {
    guard let session = sessions[id], session.remembering == nil else { return }
    sessions[id]?.isRemembered = false
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
    guard (try? await self.tokens.store(tokens, of: member.id)) != nil else { return false }
    // If the user signed out during the write, remove the tokens, because nothing may stay in the keyring.
    guard let newest = sessions[id]?.tokens else {
      try? await environment.secrets.remove(.session(member.id))
      return true
    }
    // A renewal may have stored newer tokens, which this write then replaced. Store the newer tokens again.
    if newest != tokens { return await rememberAgain(id) }
    sessions[id]?.isRemembered = true
    sessions[id]?.keyring = .current
    sessions[id]?.keyringFailure = nil
    publish()
    try? await user.update(member, isSignedIn: true, at: environment.clock())
    return true
  }

  private func rememberingEnded(_ id: Int) {
    sessions[id]?.remembering = nil
  }
}
