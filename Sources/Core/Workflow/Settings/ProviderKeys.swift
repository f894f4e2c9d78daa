// SPDX-License-Identifier: GPL-3.0-or-later
public import KursAPI
public import KursModel

/// Stores the user's API keys in the keyring. A key that can't be stored stays in memory until the program ends.
public actor ProviderKeys {
  private let secrets: any SecretStore
  private var thisRun: [ProviderID: Secret] = [:]
  private(set) var failure: SecretFailure?

  public init(_ secrets: any SecretStore) {
    self.secrets = secrets
  }

  public func key(for id: ProviderID) async -> ProviderKey? {
    await secret(for: id).flatMap { ProviderKey($0.exposed) }
  }

  func state(of id: ProviderID) async -> KeyState {
    if thisRun[id] != nil { return .thisRunOnly }
    do throws(SecretFailure) {
      let secret = try await secrets.secret(for: .providerKey(id))
      failure = nil
      return secret == nil ? .missing : .stored
    } catch {
      failure = error
      return error == .noService ? .missing : .unreadable
    }
  }

  func store(_ secret: Secret, for id: ProviderID) async -> KeyState {
    guard ProviderKey(secret.exposed) != nil else { return .malformed }
    do throws(SecretFailure) {
      try await secrets.store(secret, for: .providerKey(id))
      (thisRun[id], failure) = (nil, nil)
      return .stored
    } catch {
      (thisRun[id], failure) = (secret, error)
      return .thisRunOnly
    }
  }

  func remove(_ id: ProviderID) async -> KeyState {
    thisRun[id] = nil
    do throws(SecretFailure) {
      try await secrets.remove(.providerKey(id))
      failure = nil
      return .missing
    } catch {
      failure = error
      return error == .noService ? .missing : .unreadable
    }
  }

  func unlock() async {
    do throws(SecretFailure) {
      try await secrets.unlock()
      failure = nil
    } catch {
      failure = error
    }
  }

  /// Uses a key only until the program ends, for example a key from standard input.
  public func use(_ secret: Secret, for id: ProviderID) { thisRun[id] = secret }

  private func secret(for id: ProviderID) async -> Secret? {
    if let secret = thisRun[id] { return secret }
    return try? await secrets.secret(for: .providerKey(id))
  }
}
