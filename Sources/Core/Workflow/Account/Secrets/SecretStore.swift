// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// The only store of passwords, tokens and keys: the desktop's Secret Service.
public protocol SecretStore: Sendable {
  /// The stored secret; nil if there is none. Never prompts: a locked keyring throws `.locked`.
  func secret(for name: SecretName) async throws(SecretFailure) -> Secret?

  /// Stores or replaces a secret. A locked keyring prompts the user to unlock it.
  func store(_ secret: Secret, for name: SecretName) async throws(SecretFailure)

  /// Deletes a secret, if there is one.
  func remove(_ name: SecretName) async throws(SecretFailure)

  /// Prompts the user to unlock the keyring. Call it only after the user requested it.
  func unlock() async throws(SecretFailure)
}

/// Why a secret can't be read or stored.
public enum SecretFailure: Error, Hashable, Sendable {
  /// No Secret Service is running, or it doesn't answer.
  case noService
  /// The keyring is locked and was not unlocked.
  case locked
  /// The service refused, or the user at its prompt.
  case refused
  /// Any other error, by its domain and code.
  case failed(domain: String, code: Int)
}

/// The purpose of a secret.
public enum SecretName: Hashable, Sendable {
  /// The user's key for a provider of rates.
  case providerKey(ProviderID)
  /// Stored only if the user chose to stay signed in by password.
  case password(MemberID)
  /// The tokens of a member's session, as written by `StoredTokens`.
  case session(MemberID)

  /// Never changes, because stored secrets are found by it.
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

/// Keeps secrets for this run only, for machines without a Secret Service and for tests.
public actor MemorySecretStore: SecretStore {
  private var secrets: [SecretName: Secret]

  public init(_ secrets: [SecretName: Secret] = [:]) {
    self.secrets = secrets
  }

  public func secret(for name: SecretName) -> Secret? { secrets[name] }
  public func store(_ secret: Secret, for name: SecretName) { secrets[name] = secret }
  public func remove(_ name: SecretName) { secrets[name] = nil }
  public func unlock() {}
}
