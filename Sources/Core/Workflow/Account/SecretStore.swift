// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

/// Stores passwords, tokens and keys, usually in the desktop's Secret Service.
public protocol SecretStore: Sendable {
  /// Returns the stored secret, or nil if it is missing. Never prompts. Throws `.locked` if the keyring is locked.
  func secret(for name: SecretName) async throws(SecretFailure) -> Secret?

  /// Stores or replaces a secret. Prompts the user if the keyring is locked.
  func store(_ secret: Secret, for name: SecretName) async throws(SecretFailure)

  func remove(_ name: SecretName) async throws(SecretFailure)

  /// Prompts the user to unlock the keyring. Call this function only at the user's request.
  func unlock() async throws(SecretFailure)
}

public enum SecretFailure: Error, Hashable, Sendable {
  case noService
  case locked
  /// The Secret Service refused the request, or the user cancelled the prompt.
  case refused
  case failed(domain: String, code: Int)
}

public enum SecretName: Hashable, Sendable {
  case providerKey(ProviderID)
  /// A member's password. It is stored only if the user chose this.
  case password(MemberID)
  case session(MemberID)

  /// The name of this kind of secret in the keyring. It must never change, or stored secrets aren't found.
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
