// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema

/// How a member may sign in, as the account server answers it.
public struct WaysItem: Hashable, Sendable {
  /// Someone at a provider, by whose word the member signs in.
  public struct Identity: Hashable, Sendable {
    public let issuer: String
    public let subject: String
    /// Empty where the provider has checked none.
    public let email: String
  }

  public let hasPassword: Bool
  /// For so long the server takes it that the person sits there.
  public let proofSeconds: Int
  public let identities: [Identity]

  /// `data` of an answer that its schema let through.
  public init(_ data: JSONValue?) {
    hasPassword = data?["has_password"]?.bool ?? false
    proofSeconds = data?["proof_expires_in"]?.number?.integer ?? 0
    identities =
      data?["identities"]?.array?.compactMap { item in
        guard let issuer = item["issuer"]?.string, let subject = item["subject"]?.string else { return nil }
        return Identity(issuer: issuer, subject: subject, email: item["email"]?.string ?? "")
      } ?? []
  }
}
