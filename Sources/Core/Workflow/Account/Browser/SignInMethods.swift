// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems

public struct SignInMethods: Hashable, Sendable {
  public struct Identity: Hashable, Sendable {
    public let issuer: String
    /// The identity provider's permanent id of the user.
    public let subject: String
    /// The address that the identity provider verified, empty if it verified none.
    public let email: String
  }

  public var hasPassword: Bool
  public var identities: [Identity]
  /// Whether the user's confirmation remains valid long enough for a browser sign-in.
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
}

extension SignInMethods.Identity {
  public var site: String { SignInMethods.site(of: issuer) }
}

extension SignInMethods {
  public static func site(of issuer: String) -> String {
    guard let start = issuer.firstRange(of: "://") else { return issuer }
    return String(issuer[start.upperBound...].reversed().drop { $0 == "/" }.reversed())
  }
}
