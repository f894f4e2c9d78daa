// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// The only store of passwords, tokens and keys: the desktop's Secret Service.
public protocol SecretStore: Sendable {
  /// The stored secret of the name, nil if there is none; never asks the person: a locked keyring throws `.locked`.
  func secret(for name: SecretName) async throws(SecretFailure) -> Secret?

  /// Stores or replaces; a locked keyring asks the person to unlock it.
  func store(_ secret: Secret, for name: SecretName) async throws(SecretFailure)

  /// Removes what is there, if anything.
  func remove(_ name: SecretName) async throws(SecretFailure)

  /// Asks the person to unlock what is locked; to be called where they asked for it themselves.
  func unlock() async throws(SecretFailure)
}

/// Why a secret cannot be had or kept.
public enum SecretFailure: Error, Hashable, Sendable {
  /// No Secret Service is running, or it does not answer.
  case noService
  /// The keyring is locked and was not unlocked.
  case locked
  /// The service, or the person at its prompt, said no.
  case refused
  /// Anything else it says, by the error's domain and code.
  case failed(domain: String, code: Int)
}

/// The purpose of a secret.
public enum SecretName: Hashable, Sendable {
  /// The person's key for a provider of rates.
  case providerKey(ProviderID)
  /// Kept only where the person asked to stay signed in by password.
  case password(MemberID)
  /// The tokens of a member's session, as `StoredTokens` writes them.
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

/// Keeps secrets for this run only: for machines without a Secret Service, and for tests.
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
