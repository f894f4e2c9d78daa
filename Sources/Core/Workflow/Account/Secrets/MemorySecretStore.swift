// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

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
