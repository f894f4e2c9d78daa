// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
public import KursModel

extension AccountWorkflow {
  /// How a member may sign in: the one whose data shows, or another one signed in here.
  public func waysIn(of member: MemberID? = nil) async throws(AccountCallFailure) -> WaysIn {
    WaysIn(WaysItem(try await send(.waysIn, as: member).data))
  }

  /// Shows the server by the password that the person sits there: for a while this session may add ways in.
  public func confirm(_ password: Secret) async throws(AccountCallFailure) -> WaysIn {
    WaysIn(WaysItem(try await send(.confirm(password: password.exposed)).data))
  }

  /// Adds whom the browser signs in at a provider to the ways in of the member whose data shows.
  public func addIdentity(_ wish: BrowserSignIn) async throws(SignInFailure) {
    guard let member = sessions[current]?.member, member.server == wish.server else {
      throw .call(.auth(.signedOut))
    }
    try await browse(wish, for: .adding(to: member.id))
  }

  /// Takes one away; the server keeps the last.
  public func removeIdentity(_ identity: WaysIn.Identity) async throws(AccountCallFailure) -> WaysIn {
    let id = current
    let answer = try await send(.removeIdentity(issuer: identity.issuer, subject: identity.subject))
    let ways = WaysIn(WaysItem(answer.data))
    if !ways.identities.contains(where: { $0.issuer == identity.issuer }) {
      // Nobody is sent back by a way that is closed; the next renewal writes it down.
      sessions[id]?.forgetWay(identity.issuer)
    }
    return ways
  }

  /// Hands the proof over; what the server says of the proof is what a sign-in would say of it.
  func add(_ proof: IdentityProof, to member: MemberID) async throws(SignInFailure) {
    do throws(AccountCallFailure) {
      _ = try await send(
        .addIdentity(
          issuer: proof.issuer, code: proof.code.exposed, verifier: proof.verifier.exposed, nonce: proof.nonce,
          redirectURI: proof.redirectURI), as: member)
    } catch {
      switch error {
      case .refused(401, "identity-refused", _): throw .browser(.notBelieved)
      case .refused(404, "issuer-unknown", _): throw .browser(.notOffered)
      case .refused(503, "issuer-unreachable", _): throw .browser(.providerUnreachable)
      case .api(.cancelled): throw .cancelled
      default: throw .call(error)
      }
    }
  }
}

extension AuthSession {
  fileprivate mutating func forgetWay(_ issuer: String) {
    guard let tokens, tokens.issuer == issuer else { return }
    self.tokens = StoredSession(
      accessToken: tokens.accessToken, refreshToken: tokens.refreshToken, deadline: tokens.deadline,
      boot: tokens.boot)
  }
}
