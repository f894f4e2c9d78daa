// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursStorage

// Mark, delete, forget: each step can be repeated, and the mark is removed last.
extension AccountWorkflow {
  func wipe(_ id: Int, _ reason: SignOutReason) async {
    guard let member = sessions[id]?.member else { return handle(id) { machine, _ in machine.wipeSucceeded() } }
    sessions[id]?.tokens = nil
    sessions[id]?.remembering?.cancel()
    do {
      try await deleteData(of: member.id, reason)
    } catch {
      // Marked data is never shown, although it could not be deleted yet.
      members.removeAll { $0.id == member.id }
      return handle(id) { $0.wipeFailed(at: $1) }
    }
    if await removeSecrets(of: member.id) { try? await user.forget(member.id) }
    members.removeAll { $0.id == member.id }
    handle(id) { machine, _ in machine.wipeSucceeded() }
    await left(id)
  }

  func forgetSecrets(_ id: Int) async {
    guard let member = sessions[id]?.member else { return handle(id) { machine, _ in machine.wipeSucceeded() } }
    sessions[id]?.tokens = nil
    sessions[id]?.remembering?.cancel()
    let isSaved = (try? await user.save(member, isSignedIn: false, at: environment.clock())) != nil
    guard await removeSecrets(of: member.id), isSaved else { return handle(id) { $0.wipeFailed(at: $1) } }
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

  /// Returns when every running deletion has ended, for programs that would end before.
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
    // Only the user may give up unsent data. Deleting the account gives up all of it.
    if reason != .user, reason != .accountDeleted { try await user.keepUnsent(of: member) }
    if reason != .user { try await user.saveRecoveredCopy(of: member) }
    try await user.wipeRows(of: member)  // guards A07, A08, A32, S16
    for part in data { try await part.wipe(member) }  // guards A32, A33: data => []
    dropClient()
  }

  private func removeSecrets(of member: MemberID) async -> Bool {
    do throws(SecretFailure) {
      try await environment.secrets.remove(.session(member))  // guards A07, A08, A32
      try await environment.secrets.remove(.password(member))  // guards A21, A32
      return true
    } catch {
      // Without a keyring nothing was ever stored in one.
      return error == .noService
    }
  }

  /// The windows show no data, with the reason, until someone signs in.
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
