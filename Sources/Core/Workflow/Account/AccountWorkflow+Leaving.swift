// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursStorage

// Marks data for deletion, deletes it, then removes the mark. Each step can be repeated.
extension AccountWorkflow {
  func wipe(_ id: Int, _ reason: SignOutReason) async {
    guard let member = sessions[id]?.member else { return handle(id) { machine, _ in machine.wipeSucceeded() } }
    let isKnownToServer = reason == .user && sessions[id]?.tokens == nil
    sessions[id]?.tokens = nil
    sessions[id]?.remembering?.cancel()
    do {
      try await deleteData(of: member.id, reason)
    } catch {
      sessions[id]?.signOutFailure = .storage
      // Data that is marked for deletion is never shown.
      members.removeAll { $0.id == member.id }
      return handle(id) { $0.wipeFailed(at: $1) }
    }
    if isKnownToServer { await revokeStored(of: member, id) }
    do throws(SecretFailure) {
      try await removeSecrets(of: member.id)
      sessions[id]?.signOutFailure = nil
      try? await user.forget(member.id)
    } catch {
      sessions[id]?.signOutFailure = .keyring(error)
    }
    members.removeAll { $0.id == member.id }
    handle(id) { machine, _ in machine.wipeSucceeded() }
    await left(id)
  }

  func forgetSecrets(_ id: Int) async {
    guard let member = sessions[id]?.member else { return handle(id) { machine, _ in machine.wipeSucceeded() } }
    sessions[id]?.tokens = nil
    sessions[id]?.remembering?.cancel()
    do {
      try await user.save(member, isSignedIn: false, at: environment.clock())
      try await removeSecrets(of: member.id)
      sessions[id]?.signOutFailure = nil
    } catch {
      sessions[id]?.signOutFailure = (error as? SecretFailure).map { SignOutFailure.keyring($0) } ?? .storage
      return handle(id) { $0.wipeFailed(at: $1) }
    }
    handle(id) { machine, _ in machine.wipeSucceeded() }
    await left(id)
  }

  func finishWipe(of stored: StoredMember) {
    let id = newNumber()
    let reason = SignOutReason(mark: stored.wipeReason ?? "")
    sessions[id] = AuthSession(id: id, member: stored.member)
    if stored.isCurrent { current = id }
    handle(id) { machine, _ in machine.wipeMarkerFound(reason) }
  }

  /// Waits for all running deletions. Call it before the program ends.
  public func settle() async {
    for id in sessions.keys.sorted() { await settle(id) }
  }

  func settle(_ id: Int) async {
    while let task = sessions[id]?.leaving.popLast() { await task.value }
  }

  func revoke(_ refreshToken: Secret, at server: String) async {
    _ = try? await client().send(
      .signOut(refreshToken: refreshToken.exposed), to: server, timeout: .seconds(3))  // guards A23: .seconds(3) => .seconds(30)
  }

  private func deleteData(of member: MemberID, _ reason: SignOutReason) async throws {
    try await user.markForWipe(member, reason: reason.mark)  // guards A33
    if reason != .user, reason != .accountDeleted { try await user.keepUnsent(of: member) }
    if reason != .user { try await user.saveRecoveredCopy(of: member) }
    try await user.wipeRows(of: member)  // guards A07, A08, A32, S16
    for part in data { try await part.wipe(member) }  // guards A32, A33: data => []
    dropClient()
  }

  /// Ends a session on the server whose tokens are only in the keyring, because it was locked.
  private func revokeStored(of member: Member, _ id: Int) async {
    guard let secret = try? await environment.secrets.secret(for: .session(member.id)),
      let stored = StoredTokens(secret)
    else { return }
    sessions[id]?.leaving.append(Task { await revoke(stored.refreshToken, at: member.server) })
  }

  private func removeSecrets(of member: MemberID) async throws(SecretFailure) {
    do throws(SecretFailure) {
      try await environment.secrets.remove(.session(member))  // guards A07, A08, A32
      try await environment.secrets.remove(.password(member))  // guards A21, A32
    } catch {
      // Without a keyring, nothing was stored.
      if error != .noService { throw error }
    }
  }

  private func left(_ id: Int) async {
    sessions[id]?.member = nil
    environment.track(.signedOut(sessions[id]?.machine.signOutReason == .user ? .user : .server))
    for guest in sessions.values where guest.member == nil && guest.id != id && guest.id != current {
      sessions[guest.id] = nil
    }
    guard current == id else { return }
    publish()
    try? await user.makeCurrent(.nobody, at: environment.clock())
  }
}

extension SignOutReason {
  var mark: String {
    switch self {
    case .user: "person"
    case .wrongPassword: "wrong-password"
    case .sessionEnded: "session-ended"
    case .tokenReused: "token-reused"
    case .accountDeleted: "account-deleted"
    }
  }

  init(mark: String) {
    let all: [SignOutReason] = [.user, .wrongPassword, .tokenReused, .accountDeleted]
    self = all.first { $0.mark == mark } ?? .sessionEnded
  }
}
