// SPDX-License-Identifier: GPL-3.0-or-later

import KursAPI
import KursItems
import KursModel

struct AuthorizationProvider: Hashable, Sendable {
  let issuer: String
  let clientID: String
  let endpoint: String
}

/// A request that the browser sends to the identity provider's sign-in page (OpenID Connect Core 1.0, section 3.1.2.1).
struct AuthorizationRequest: Hashable, Sendable {
  let provider: AuthorizationProvider
  var port = 0
  /// A random value that the browser's response must contain. A response with another value is ignored.
  let state: String
  /// A random value that the ID token must contain. The account server checks the value.
  let nonce: String
  let key: ProofKey

  /// The path of the redirect address, as registered with the identity providers.
  static let path = "/callback"

  init(to provider: AuthorizationProvider, random: (Int) -> [UInt8]) {
    self.provider = provider
    state = Base64URL.text(random(32))
    nonce = Base64URL.text(random(32))
    key = ProofKey(random(32))
  }

  var redirectURI: String { "http://127.0.0.1:\(port)\(Self.path)" }

  /// The web address of the sign-in page. It contains no secret, so it can begin but not finish a sign-in.
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

/// The response to an authorization request, as the browser sends it to the local port (RFC 6749, section 4.1.2).
enum AuthorizationResponse: Hashable, Sendable {
  case code(Secret)
  case denied
  case failed(String)
  /// The response is forged or belongs to another sign-in. Any web page can send a request to the local port.
  case foreign
  /// The browser requested something else, for example an icon.
  case otherRequest

  init(_ target: String, to request: AuthorizationRequest) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts[0] == AuthorizationRequest.path else {
      self = .otherRequest
      return
    }
    self = Query(parts.count == 2 ? parts[1] : "").flatMap { Self.reading($0, request) } ?? .foreign
  }

  private static func reading(_ query: Query, _ request: AuthorizationRequest) -> Self? {
    guard query["state"] == request.state else { return nil }
    // RFC 9207: an issuer in the response must be the issuer of the requested identity provider.
    guard query["iss"] == nil || query["iss"] == request.provider.issuer else { return nil }
    switch (query["code"], query["error"]) {
    case (let code?, nil) where (1...2048).contains(code.utf8.count): return .code(Secret(code))
    case (nil, "access_denied"): return .denied
    // RFC 6749, section 4.1.2.1 restricts the characters of error codes. A code with other characters isn't shown.
    case (nil, let error?):
      return .failed(error.utf8.allSatisfy { (0x23...0x5B).contains($0) || (0x5D...0x7E).contains($0) } ? error : "")
    default: return nil
    }
  }
}

private struct Query {
  private var values: [String: String] = [:]

  init?(_ text: Substring) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let name = Self.decoded(parts[0]), let value = Self.decoded(parts[1]),
        values.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  subscript(name: String) -> String? { values[name] }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(0x20)
      case UInt8(ascii: "%"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let decoded = UInt8(digits, radix: 16), digits.first != "+" else { return nil }
        bytes.append(decoded)
        rest = rest.dropFirst(2)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

struct BrowserDiscovery {
  let client: AccountClient
  /// Logs that an identity provider's discovery document is unavailable or invalid. `facts`: the reason.
  var note: @Sendable (_ issuer: String, _ facts: String) async -> Void = { _, _ in }

  func offers(of server: String) async throws(SignInFailure) -> [IssuerResponse] {
    guard AccountClient.isUsable(server) else { throw .addressUnusable }
    do throws(AccountError) {
      return try await IssuerResponse.all(in: client.send(.issuers, to: server, timeout: .seconds(15)).data)
    } catch {
      switch GrantFault(error) {
      case .failed(let failure, _): throw failure
      case .refused(let reason): throw .refused(reason)
      case .sessionUnknown: throw .refused(.sessionEnded)
      }
    }
  }

  func provider(for browserSignIn: BrowserSignIn) async throws(SignInFailure) -> AuthorizationProvider {
    let offers = try await offers(of: browserSignIn.server)
    guard let offer = offers.first(where: { browserSignIn.issuer == nil || $0.issuer == browserSignIn.issuer }) else {
      throw .browser(.notOffered)
    }
    let document: DiscoveryResponse
    do throws(APIError) {
      document = DiscoveryResponse(try await client.discovery(of: offer.issuer))
    } catch {
      await note(offer.issuer, "discovery failed: \(error.facts)")
      throw .browser(error.isBeforeResponse || error.isStatus ? .providerUnreachable : .providerUnusable)
    }
    // Section 4.3 of OpenID Connect Discovery 1.0: the document's issuer must be the issuer that provides the document.
    guard document.issuer == offer.issuer, document.takesProofKeys,
      AccountClient.isSafe(document.authorizationEndpoint), !document.authorizationEndpoint.contains("#")
    else {
      await note(offer.issuer, "discovery refused: the document is not usable")
      throw .browser(.providerUnusable)
    }
    return AuthorizationProvider(
      issuer: offer.issuer, clientID: offer.clientID, endpoint: document.authorizationEndpoint)
  }
}

extension APIError {
  fileprivate var isStatus: Bool { if case .status = self { true } else { false } }
}
