// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Synchronization

@testable import KursServer

/// A small identity provider with its own keys, single-use codes and faults on demand.
final class TestProvider: Sendable {
  static let issuer = "https://id.example.org"
  static let clientID = "kurs"

  let issuer: String
  let key: PrivateKey
  let rsa: PrivateKey
  private let state = Mutex(State())

  struct State {
    var codes: [String: (verifier: String, redirectURI: String, token: String)] = [:]
    var keyID = "one"
    var requests = 0
    var isDown = false
    var forms: [[String: String]] = []
    var methods: [String]? = ["client_secret_post"]
    /// The method by which the client must send its secret. Nil allows both methods.
    var registered: String?
  }

  init(issuer: String = TestProvider.issuer) throws {
    self.issuer = issuer
    key = try .p256()
    rsa = try .rsa()
  }

  var requests: Int { state.withLock { $0.requests } }
  var forms: [[String: String]] { state.withLock { $0.forms } }
  func goDown() { state.withLock { $0.isDown = true } }
  func offer(_ methods: [String]?, registered: String) {
    state.withLock { ($0.methods, $0.registered) = (methods, registered) }
  }
  func changeKeyID() { state.withLock { $0.keyID = "two" } }

  var provider: IdentityProvider {
    IdentityProvider(issuer: issuer, clientID: Self.clientID, clientSecret: "hush")
  }

  var network: IssuerNetwork {
    IssuerNetwork(
      get: { address in try self.document(at: address) },
      post: { address, form, authorization in try self.redeem(at: address, form, authorization) })
  }

  /// Returns an authorization code for an ID token, as the browser receives it.
  func code(for token: String, challenge verifier: String, redirectURI: String) -> String {
    state.withLock { state in
      let code = "code\(state.codes.count)"
      state.codes[code] = (verifier, redirectURI, token)
      return code
    }
  }

  func document(at address: String) throws -> [UInt8] {
    try state.withLock { state in
      state.requests += 1
      if state.isDown { throw IdentityFault.unreachable }
      switch address {
      case issuer + "/.well-known/openid-configuration":
        let methods = state.methods.map { list in
          #","token_endpoint_auth_methods_supported":[\#(list.map { "\"\($0)\"" }.joined(separator: ","))]"#
        }
        return Array(
          #"{"issuer":"\#(issuer)","token_endpoint":"\#(issuer)/token","jwks_uri":"\#(issuer)/keys"\#(methods ?? "")}"#
            .utf8)
      case issuer + "/keys":
        return Array(keys(state.keyID).utf8)
      default:
        throw IdentityFault.unreachable
      }
    }
  }

  private func keys(_ id: String) -> String {
    let (x, y) = (Base64URL.text(key.number("qx", count: 32)), Base64URL.text(key.number("qy", count: 32)))
    let ec = #"{"kty":"EC","kid":"\#(id)","crv":"P-256","x":"\#(x)","y":"\#(y)"}"#
    let (n, e) = (Base64URL.text(rsa.number("n")), Base64URL.text(rsa.number("e")))
    return #"{"keys":[\#(ec),{"kty":"RSA","kid":"rsa","use":"sig","alg":"RS256","n":"\#(n)","e":"\#(e)"}]}"#
  }

  func redeem(
    at address: String, _ form: [(String, String)], _ authorization: String? = nil
  ) throws -> (status: Int, body: [UInt8]) {
    var form = Dictionary(uniqueKeysWithValues: form)
    form["authorization"] = authorization
    return try state.withLock { state in
      state.forms.append(form)
      if state.isDown { throw IdentityFault.unreachable }
      let method = authorization == nil ? "client_secret_post" : "client_secret_basic"
      guard state.registered.map({ $0 == method }) ?? true else {
        return (401, Array(#"{"error":"invalid_client"}"#.utf8))
      }
      guard address == issuer + "/token", let code = form["code"],
        let known = state.codes.removeValue(forKey: code),
        known.verifier == form["code_verifier"], known.redirectURI == form["redirect_uri"]
      else { return (400, Array(#"{"error":"invalid_grant"}"#.utf8)) }
      return (200, Array(#"{"id_token":"\#(known.token)","token_type":"Bearer"}"#.utf8))
    }
  }
}

extension TestProvider {
  /// Returns a signed token with these claims.
  func token(
    _ claims: [String: JSON] = [:], alg: String = "ES256", kid: String = "one", at now: Instant, critical: [String] = []
  ) throws -> String {
    let seconds = Int(now.milliseconds / 1000)
    let usual: [String: JSON] = [
      "iss": .string(issuer), "sub": .string("42"), "aud": .string(Self.clientID), "nonce": .string("n"),
      "iat": .number(seconds), "exp": .number(seconds + 300),
    ]
    var fields: [String: JSON] = ["alg": .string(alg), "kid": .string(kid)]
    if !critical.isEmpty { fields["crit"] = .array(critical.map(JSON.string)) }
    let header = try JSONEncoder().encode(JSON.object(fields))
    let body = try JSONEncoder().encode(JSON.object(usual.merging(claims) { $1 }))
    let signed = Base64URL.text(header) + "." + Base64URL.text(body)
    let signature =
      switch alg {
      case "ES256": key.signature(of: Array(signed.utf8))
      case "RS256": rsa.signature(of: Array(signed.utf8))
      default: [UInt8]()
      }
    return signed + "." + Base64URL.text(signature)
  }
}

extension JSON: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
