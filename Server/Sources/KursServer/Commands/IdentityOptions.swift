// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

struct IdentityOptions: ParsableArguments {
  @Option(help: "The address of an OpenID Connect provider. Repeat the option for each provider.")
  var oidcIssuer: [String] = []
  @Option(help: "The client ID of this server at the provider. Repeat the option in the same order as --oidc-issuer.")
  var oidcClientID: [String] = []
  @Option(
    help: "The file with the client secret, if a provider requires one. Repeat it in the same order as --oidc-issuer.")
  var oidcSecretFile: [String] = []
  @Option(
    help:
      "The method for sending the secrets: basic or post. Default: the method in each provider's discovery document.")
  var oidcSecretMethod: String?
  @Flag(help: "Let anyone who signs in at a provider register, even if registration is closed.")
  var oidcRegistration = false

  func validate() throws {
    guard oidcIssuer.count == oidcClientID.count, [0, oidcIssuer.count].contains(oidcSecretFile.count) else {
      throw ValidationError(
        "Each --oidc-issuer needs one --oidc-client-id. Use --oidc-secret-file for each of them or for none.")
    }
    guard oidcSecretMethod.map({ Self.method($0) != nil }) ?? true else {
      throw ValidationError("--oidc-secret-method must be basic or post.")
    }
    guard oidcIssuer.allSatisfy(Self.isSafe) else {
      throw ValidationError("--oidc-issuer must begin with https://, unless the provider is on this computer.")
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

  private static func method(_ name: String) -> IdentityProvider.SecretMethod? {
    .init(rawValue: "client_secret_" + name)
  }

  private static func isSafe(_ address: String) -> Bool {
    guard let url = URL(string: address), let host = url.host else { return false }
    return url.scheme == "https" || url.scheme == "http" && ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
  }
}
