// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

struct IdentityOptions: ParsableArguments {
  @Option(help: "The address of an OpenID Connect provider; more than once for more of them.")
  var oidcIssuer: [String] = []
  @Option(help: "The name of this server at the provider of the same place in the order.")
  var oidcClientID: [String] = []
  @Option(help: "The file with the secret that goes with the name, where a provider wants one.")
  var oidcSecretFile: [String] = []
  @Option(help: "How the secrets are shown: basic or post. Without it, as each provider's discovery says.")
  var oidcSecretMethod: String?
  @Flag(help: "Whoever a provider vouches for may come, also while registration is closed.")
  var oidcRegistration = false

  func validate() throws {
    guard oidcIssuer.count == oidcClientID.count, [0, oidcIssuer.count].contains(oidcSecretFile.count) else {
      throw ValidationError("Each --oidc-issuer has one --oidc-client-id, and all or none a --oidc-secret-file.")
    }
    guard oidcSecretMethod.map({ Self.method($0) != nil }) ?? true else {
      throw ValidationError("--oidc-secret-method is basic or post.")
    }
    guard oidcIssuer.allSatisfy(Self.isSafe) else {
      throw ValidationError("An --oidc-issuer begins with https://, unless it is on this very machine.")
    }
  }

  func providers() throws -> [IdentityProvider] {
    try oidcIssuer.indices.map { index in
      IdentityProvider(
        issuer: oidcIssuer[index], clientID: oidcClientID[index],
        clientSecret: oidcSecretFile.isEmpty ? nil : try SecretFile.text(at: oidcSecretFile[index]),
        secretMethod: oidcSecretMethod.flatMap(Self.method))
    }
  }

  private static func method(_ name: String) -> IdentityProvider.SecretMethod? { .init(rawValue: "client_secret_" + name) }

  private static func isSafe(_ address: String) -> Bool {
    guard let url = URL(string: address), let host = url.host else { return false }
    return url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
  }
}
