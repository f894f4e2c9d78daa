// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// The desktop's Secret Service, which is the only store of passwords, tokens and keys.
public protocol SecretStore: Sendable {
  /// Returns the stored secret, or nil without one. Never prompts. Throws `.locked` if the keyring is locked.
  func secret(for name: SecretName) async throws(SecretFailure) -> Secret?

  /// Stores or replaces a secret. A locked keyring prompts the user.
  func store(_ secret: Secret, for name: SecretName) async throws(SecretFailure)

  func remove(_ name: SecretName) async throws(SecretFailure)

  /// Prompts the user to unlock the keyring. Call it only on the user's request.
  func unlock() async throws(SecretFailure)
}

public enum SecretFailure: Error, Hashable, Sendable {
  case noService
  case locked
  /// The Secret Service refused, or the user cancelled its prompt.
  case refused
  case failed(domain: String, code: Int)
}

public enum SecretName: Hashable, Sendable {
  case providerKey(ProviderID)
  /// A member's password. It is stored only if the user chose this.
  case password(MemberID)
  case session(MemberID)

  /// The text by which stored secrets are found. It must never change.
  public var kind: String {
    switch self {
    case .providerKey: "provider-key"
    case .password: "password"
    case .session: "session"
    }
  }

  public var owner: String {
    switch self {
    case .providerKey(let provider): provider.name
    case .password(let member), .session(let member): member.text
    }
  }
}

/// Keeps secrets in memory, for computers without a Secret Service and for tests.
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
