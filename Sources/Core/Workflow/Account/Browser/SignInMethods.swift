// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
public import KursModel

public struct SignInMethods: Hashable, Sendable {
  public struct Identity: Hashable, Sendable {
    public let issuer: String
    /// The permanent id of the user at the identity provider.
    public let subject: String
    /// The email address that the identity provider verified. Empty if no address was verified.
    public let email: String
  }

  public var hasPassword: Bool
  public var identities: [Identity]
  /// Whether the user's confirmation with the password stays valid for at least the time limit of a browser sign-in.
  public var isProven: Bool

  public var canRemove: Bool { hasPassword || identities.count > 1 }
}

extension SignInMethods {
  init(_ item: SignInMethodsResponse) {
    self.init(
      hasPassword: item.hasPassword,
      identities: item.identities.map { Identity(issuer: $0.issuer, subject: $0.subject, email: $0.email) },
      isProven: Int64(item.proofSeconds) * 1000 >= BrowserMachine.patience)
  }

  public static func site(of issuer: String) -> String {
    guard let start = issuer.firstRange(of: "://") else { return issuer }
    return String(issuer[start.upperBound...].reversed().drop { $0 == "/" }.reversed())
  }
}

extension SignInMethods.Identity {
  public var site: String { SignInMethods.site(of: issuer) }
}

public struct IdentityChanges: Sendable {
  let account: AccountWorkflow

  public func methods(of member: MemberID? = nil) async throws(AccountCallFailure) -> SignInMethods {
    SignInMethods(SignInMethodsResponse(try await account.send(.signInMethods, as: member).data))
  }

  /// Confirms with the password that the user is present. For a limited time, the user can then add sign-in methods.
  public func confirm(_ password: Secret) async throws(AccountCallFailure) -> SignInMethods {
    SignInMethods(SignInMethodsResponse(try await account.send(.confirm(password: password.exposed)).data))
  }

  public func add(_ browserSignIn: BrowserSignIn) async throws(SignInFailure) {
    guard let member = await account.state.member, member.server == browserSignIn.server else {
      throw .call(.auth(.signedOut))
    }
    try await account.browse(browserSignIn) { [weak account] proof async throws(SignInFailure) in
      guard let account else { throw .cancelled }
      try await IdentityChanges(account: account).add(proof, to: member.id)
    }
  }

  /// Removes a sign-in method. The server refuses to remove the last method.
  public func remove(_ identity: SignInMethods.Identity) async throws(AccountCallFailure) -> SignInMethods {
    guard let member = await account.state.member else { throw .auth(.signedOut) }
    let answer = try await account.send(
      .removeIdentity(issuer: identity.issuer, subject: identity.subject), as: member.id)
    let methods = SignInMethods(SignInMethodsResponse(answer.data))
    if !methods.identities.contains(where: { $0.issuer == identity.issuer }) {
      await account.forgetBrowserMethod(identity.issuer, of: member.id)
    }
    return methods
  }

  private func add(_ proof: IdentityProof, to member: MemberID) async throws(SignInFailure) {
    do throws(AccountCallFailure) {
      _ = try await account.send(
        .addIdentity(
          issuer: proof.issuer, code: proof.code.exposed, verifier: proof.verifier.exposed, nonce: proof.nonce,
          redirectURI: proof.redirectURI), as: member)
    } catch {
      switch error {
      case .refused(401, "identity-refused", _): throw .browser(.responseRejected)
      case .refused(404, "issuer-unknown", _): throw .browser(.notOffered)
      case .refused(503, "issuer-unreachable", _): throw .browser(.providerUnreachable)
      case .api(.cancelled): throw .cancelled
      default: throw .call(error)
      }
    }
  }
}
