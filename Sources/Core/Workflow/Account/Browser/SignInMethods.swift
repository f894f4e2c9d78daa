// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems

/// A member's sign-in methods.
public struct SignInMethods: Hashable, Sendable {
  /// An account at a provider that the account server trusts.
  public struct Identity: Hashable, Sendable {
    public let issuer: String
    /// The provider's id of the user, which never changes.
    public let subject: String
    /// Empty if the provider verified none.
    public let email: String
  }

  public var hasPassword: Bool
  public var identities: [Identity]
  /// Whether the server needs no further proof that the user is present, for as long as a browser may be open.
  public var isProven: Bool

  /// Whether one may be removed. The last sign-in method stays.
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
  /// The distinguishing part of the provider's address.
  public var site: String { SignInMethods.site(of: issuer) }
}

extension SignInMethods {
  /// A provider's address without the parts common to all of them.
  public static func site(of issuer: String) -> String {
    guard let start = issuer.firstRange(of: "://") else { return issuer }
    return String(issuer[start.upperBound...].reversed().drop { $0 == "/" }.reversed())
  }
}
