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
