// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems

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
