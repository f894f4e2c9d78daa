// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension AccountWorkflow {
  func readKeyring(_ id: Int) async {
    guard let member = sessions[id]?.member else { return handle(id) { machine, _ in machine.credentialsMissing() } }
    do throws(SecretFailure) {
      let secret = try await environment.secrets.secret(for: .session(member.id))
      let hasPassword = try await environment.secrets.secret(for: .password(member.id)) != nil
      sessions[id]?.keyringFailure = nil
      keyringRead(id, secret, hasPassword: hasPassword)
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

  /// Looks again, ever more seldom and without a prompt, for as long as the keyring is locked.
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
        guard !Task.isCancelled, let self, await self.looksAgain(id) else { break }
        pause = min(2 * pause, 60_000)
      }
      await self?.unlockingEnded(id)
    }
  }

  private func looksAgain(_ id: Int) async -> Bool {
    guard sessions[id]?.machine.state == .locked else { return sessions[id]?.machine.state == .boot }
    await readKeyring(id)
    return sessions[id]?.machine.state == .locked
  }

  private func unlockingEnded(_ id: Int) { sessions[id]?.unlocking = nil }

  private func keyringRead(_ id: Int, _ secret: Secret?, hasPassword: Bool) {
    let stored = secret.flatMap { StoredSession($0) }
    switch (secret, stored) {
    case (_?, nil) where !hasPassword:
      handle(id) { machine, _ in machine.credentialsMalformed() }
    case (nil, _) where !hasPassword:
      handle(id) { machine, _ in machine.credentialsMissing() }
    default:
      // A deadline of an earlier run of the machine says nothing: the access token is as good as gone.
      let deadline = stored.flatMap { $0.isOf(environment.boot) ? $0.deadline : nil }
      // While a grant is on its way its own tokens are the newest.
      if sessions[id]?.machine.state.isAwaitingGrant == false { takeStored(stored, id) }
      handle(id) { machine, now in
        machine.credentialsRead(
          refreshToken: stored != nil, password: hasPassword, deadline: deadline, at: now)
      }
      if let deadline, deadline > environment.uptime() { confirmLater(id) }
    }
  }

  private func takeStored(_ stored: StoredSession?, _ id: Int) {
    guard let stored else { return }
    switch sessions[id]?.machine.state {
    case .boot, .locked, .out: sessions[id]?.arriving = stored
    default: break
    }
    if sessions[id]?.tokens == nil { sessions[id]?.tokens = stored }
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
}
