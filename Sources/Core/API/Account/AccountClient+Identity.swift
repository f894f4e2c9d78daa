// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
import KursNetwork
import KursValidation

extension AccountClient {
  /// An identity provider's configuration (OpenID Connect Discovery 1.0, section 4).
  public func discovery(of issuer: String) async throws(APIError) -> JSONValue {
    guard Self.isSafe(issuer) else { throw .unreachable(.security) }
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    var request = HTTPRequest(.get, base + "/.well-known/openid-configuration")
    request.headers["Accept"] = Command.json
    request.timeouts = TransferTimeouts(connect: .seconds(10), total: .seconds(15))
    let response = try await client.response(to: request)
    guard response.status == 200 else { throw .status(response.status) }
    do { return try client.validator.check(response.body, against: "identity/discovery") } catch {
      throw APIError(error)
    }
  }

  /// Whether what goes to this address is read by nobody on the way; the loopback is such a way.
  public static func isSafe(_ address: String) -> Bool {
    guard let origin = Origin(of: address) else { return false }
    return origin.scheme == "https" || ["127.0.0.1", "localhost", "[::1]", "::1"].contains(origin.host)
  }
}

extension Command {
  static let issuers = Command(
    "account/issuers", path: "/api/v1/member/login/oidc/", accept: json, schema: "account/issuers")
  static let signInByIdentity = Command(
    "account/identity", method: .post, path: "/api/v1/member/login/oidc/", accept: json, schema: "account/session")
}

extension AccountRequest {
  /// The providers of identities that the server trusts.
  public static let issuers = AccountRequest(.issuers)

  /// `code`: what the browser brought back; the server redeems it with the verifier of RFC 7636.
  public static func signIn(
    issuer: String, code: String, verifier: String, nonce: String, redirectURI: String, device: String
  ) -> AccountRequest {
    AccountRequest(
      .signInByIdentity,
      [
        "issuer": .string(issuer), "code": .string(code), "code_verifier": .string(verifier),
        "nonce": .string(nonce), "redirect_uri": .string(redirectURI), "device": .string(device),
      ])
  }
}
