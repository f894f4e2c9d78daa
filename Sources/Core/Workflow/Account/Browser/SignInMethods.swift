// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems

/// How a member may sign in.
public struct SignInMethods: Hashable, Sendable {
  /// Someone at a provider that the account server trusts.
  public struct Identity: Hashable, Sendable {
    public let issuer: String
    /// The provider's own name for the person; stays the same for ever.
    public let subject: String
    /// Empty where the provider has checked none.
    public let email: String
  }

  public var hasPassword: Bool
  public var identities: [Identity]
  /// Whether the server needs no further proof that the person sits there, for as long as a browser may be open.
  public var isProven: Bool

  /// Whether this one may go: the last way in stays.
  public var canRemove: Bool { hasPassword || identities.count > 1 }
}

extension SignInMethods {
  init(_ item: SignInMethodsResponse) {
    self.init(
      hasPassword: item.hasPassword,
      identities: item.identities.map { Identity(issuer: $0.issuer, subject: $0.subject, email: $0.email) },
      isProven: Int64(item.proofSeconds) * 1000 >= BrowserMachine.patience)
  }
}

extension SignInMethods.Identity {
  /// The provider, by what tells its address from others.
  public var site: String { SignInMethods.site(of: issuer) }
}

extension SignInMethods {
  /// A provider's address without what is the same for all of them.
  public static func site(of issuer: String) -> String {
    guard let start = issuer.firstRange(of: "://") else { return issuer }
    return String(issuer[start.upperBound...].reversed().drop { $0 == "/" }.reversed())
  }
}
