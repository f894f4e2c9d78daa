// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// A provider of identities that the account server trusts.
struct AuthorizationProvider: Hashable, Sendable {
  let issuer: String
  /// The account server's name at the provider.
  let clientID: String
  /// The page where a person signs in.
  let endpoint: String
}

/// The request with which the browser is sent to the provider (OpenID Connect Core 1.0, section 3.1.2.1), and the
/// expected answer.
struct AuthorizationRequest: Hashable, Sendable {
  let provider: AuthorizationProvider
  /// The address on this machine at which the answer is expected.
  var port = 0
  /// Comes back with the answer: one to another question is not taken.
  let state: String
  /// Comes back in the ID token, which the account server reads.
  let nonce: String
  let key: ProofKey

  /// The path of the address that the browser comes back to; providers are told of it once.
  static let path = "/callback"

  /// `random`: so many bytes by chance.
  init(to provider: AuthorizationProvider, random: (Int) -> [UInt8]) {
    self.provider = provider
    state = Base64URL.text(random(32))
    nonce = Base64URL.text(random(32))
    key = ProofKey(random(32))
  }

  var redirectURI: String { "http://127.0.0.1:\(port)\(Self.path)" }

  /// Holds no secret: whoever sees it can begin a sign-in and not end one.
  var address: String {
    let query = [
      ("response_type", "code"), ("client_id", provider.clientID), ("redirect_uri", redirectURI),
      ("scope", "openid email profile"), ("state", state), ("nonce", nonce), ("code_challenge", key.challenge),
      ("code_challenge_method", "S256"),
    ]
    let pairs = query.map { "\($0.0)=\($0.1.queryEncoded)" }.joined(separator: "&")
    return provider.endpoint + (provider.endpoint.contains("?") ? "&" : "?") + pairs
  }
}

extension String {
  fileprivate var queryEncoded: String {
    utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}
