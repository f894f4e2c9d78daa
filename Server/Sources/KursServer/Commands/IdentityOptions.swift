// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

struct IdentityOptions: ParsableArguments {
  @Option(help: "The address of an OpenID Connect provider. Repeat it for each provider.")
  var oidcIssuer: [String] = []
  @Option(help: "This server's client ID at the provider, in the same order.")
  var oidcClientID: [String] = []
  @Option(help: "The file with the client secret, if the provider requires one.")
  var oidcSecretFile: [String] = []
  @Option(help: "How secrets are sent: basic or post. By default each provider's discovery decides.")
  var oidcSecretMethod: String?
  @Flag(help: "Let everyone whom a provider signs in register, even while registration is closed.")
  var oidcRegistration = false

  func validate() throws {
    guard oidcIssuer.count == oidcClientID.count, [0, oidcIssuer.count].contains(oidcSecretFile.count) else {
      throw ValidationError(
        "Give one --oidc-client-id for each --oidc-issuer, and a --oidc-secret-file for all or none.")
    }
    guard oidcSecretMethod.map({ Self.method($0) != nil }) ?? true else {
      throw ValidationError("--oidc-secret-method must be basic or post.")
    }
    guard oidcIssuer.allSatisfy(Self.isSafe) else {
      throw ValidationError("An --oidc-issuer must begin with https://, unless it is on this computer.")
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
