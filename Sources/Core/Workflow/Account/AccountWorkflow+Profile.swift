// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
public import KursModel
import KursStorage

extension AccountWorkflow {
  /// A new name to go by, which shows at once; false where it still waits to be sent.
  @discardableResult
  public func rename(_ name: String, idempotencyKey: String) async throws(AccountCallFailure) -> Bool {
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    let isSent = try await change(member, by: .rename(name, idempotencyKey: idempotencyKey))
    if !isSent, var fresh = sessions[id]?.member, fresh.id == member.id {
      fresh.name = name
      await adopt(fresh, id)
    }
    return isSent
  }

  /// All other sessions of the member end; `old` is nil for a member without a password.
  public func changePassword(from old: Secret?, to new: Secret) async throws(AccountCallFailure) {
    // Another member may show by the time of the answer.
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    _ = try await send(.changePassword(from: old?.exposed, to: new.exposed), as: member.id)
    guard sessions[id]?.member?.id == member.id else { return }
    sessions[id]?.member?.hasPassword = true
    publish()
    guard sessions[id]?.machine.hasPassword == true else { return }
    try? await environment.secrets.store(new, for: .password(member.id))
  }

  /// The account and all of it on the server are gone for good; `password` is nil for a member without one.
  public func deleteAccount(password: Secret?) async throws(AccountCallFailure) {
    let id = current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    _ = try await send(
      password.map { .deleteAccount(password: $0.exposed) } ?? .deleteAccount(of: member.ownID), as: member.id)
    guard sessions[id]?.member?.id == member.id else { return }
    handle(id) { $0.accountGone(at: $1) }
    await settle(id)
  }

  /// Returns when the server has been asked about a sign-in taken from the keyring; at once where there is none.
  public func confirmed() async {
    await sessions[current]?.confirming?.value
  }

  func confirmLater(_ id: Int) {
    sessions[id]?.confirming = Task { try? await takeProfile(.profile, id) }
  }

  private func takeProfile(_ request: AccountRequest, _ id: Int? = nil) async throws(AccountCallFailure) {
    let id = id ?? current
    guard let member = sessions[id]?.member else { throw .auth(.signedOut) }
    let answer = try await send(request, as: member.id)
    guard let item = try? MemberItem(answer.data) else { return }
    let fresh = Member(item, at: member.server)
    // The answer is about the member who was asked about, or it is ignored.
    guard fresh.id == member.id, fresh != member, sessions[id]?.member == member else { return }
    await adopt(fresh, id)
  }

  /// Shows and keeps what the server now says of a member.
  func adopt(_ fresh: Member, _ id: Int) async {
    sessions[id]?.member = fresh
    members = members.map { $0.id == fresh.id ? fresh : $0 }
    publish()
    let isInKeyring = sessions[id].map { $0.isRemembered || $0.keyringFailure == .noService } ?? true
    try? await person.save(fresh, isSignedIn: isInKeyring, at: environment.clock())
  }
}
