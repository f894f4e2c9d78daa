// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// The purpose of a secret.
public enum SecretName: Hashable, Sendable {
  /// The person's key for a provider of rates.
  case providerKey(ProviderID)
  /// Kept only where the person asked to stay signed in by password.
  case password(MemberID)
  /// The tokens of a member's session, as `StoredSession` writes them.
  case session(MemberID)

  /// Stays the same for ever: stored secrets are found by it.
  public var kind: String {
    switch self {
    case .providerKey: "provider-key"
    case .password: "password"
    case .session: "session"
    }
  }

  /// The owner: a provider or a member.
  public var owner: String {
    switch self {
    case .providerKey(let provider): provider.name
    case .password(let member), .session(let member): member.text
    }
  }
}
