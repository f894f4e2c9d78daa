// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursStorage

// Requests of the person.
extension AccountWorkflow {
  /// Signs in or registers; an address known here goes on with that member's data, another becomes a new member.
  public func signIn(_ form: SignIn) async throws(SignInFailure) {
    guard AccountClient.isUsable(form.server) else { throw .addressUnusable }  // guards X15
    let id = desk(for: form)
    if form.registersAs == nil, form.proof == nil, form.resetCode.isEmpty, let refused = sessions[id]?.refusedPassword,
      refused == form.fingerprint
    {
      throw .refused(.wrongPassword)
    }
    guard sessions[id]?.formWaiter == nil else { throw .busy }
    let failure = await withCheckedContinuation { continuation in
      sessions[id]?.form = form
      sessions[id]?.formWaiter = continuation
      handle(id) { $0.submitted(at: $1) }
    }
    if let failure { throw failure }
    // On the disk too before anyone hears of it: who does may end the program at once.
    await sessions[id]?.grant?.task.value
    environment.track(.signedIn(form.registersAs == nil ? .password : .registration))
  }

  public func cancelSignIn() {
    cancelBrowser()
    cancelGrants()
  }

  func cancelGrants() {
    for session in sessions.values where session.formWaiter != nil {
      handle(session.id) { $0.cancelled(at: $1) }
    }
  }

  /// Returns when it is done here, and the server was told or could not be within three seconds; what could not be done.
  ///
  /// A member whose data shows without being signed in has data to delete all the same.
  @discardableResult
  public func signOut(keepingData: Bool = false) async -> SignOutFailure? {
    let id = current
    sessions[id]?.signOutFailure = nil
    // Nothing would be done: the data stays, and so would the sign-in.
    if keepingData, sessions[id]?.machine.state == .locked { return .keyring(sessions[id]?.keyringFailure ?? .noService) }
    if sessions[id]?.machine.state == .out, sessions[id]?.member != nil, !keepingData {
      sessions[id]?.machine = AuthMachine(knowsAccount: true)
      sessions[id]?.machine.isOnline = isOnline
      handle(id) { machine, _ in machine.wipeMarkerFound(.person) }
    } else {
      handle(id) { machine, _ in machine.signedOut(keepingData: keepingData) }
    }
    await settle(id)
    return sessions[id]?.signOutFailure
  }

  /// Removes a member whom the server no longer knows, and whose data was taken over or deleted.
  func forgetEarlier(_ member: MemberID) async {
    guard sessions[current]?.member?.id != member else { return }
    for session in sessions.values where session.member?.id == member { sessions[session.id] = nil }
    members.removeAll { $0.id == member }
    try? await environment.secrets.remove(.session(member))
    try? await environment.secrets.remove(.password(member))
    try? await person.wipeRows(of: member)
    try? await person.forget(member)
    publish()
  }

  /// The session that this form goes to: of the member with that address, else the guest's.
  private func desk(for form: SignIn) -> Int {
    // A member who comes with the browser is known when the server has answered.
    guard form.registersAs == nil, form.proof == nil,
      let known = members.first(where: {
        $0.server == form.server && $0.email.lowercased() == form.email.lowercased()
      })
    else { return guest() }
    switch sessions.values.first(where: { $0.member?.id == known.id })?.machine.state {
    // Still signed in: a second sign-in is the guest's until it is known to be the same member's.
    case .signedIn, .refresh, .silent, .wipe, .leaving: return guest()
    default: break
    }
    return open(known, isSignedIn: false)
  }
}
