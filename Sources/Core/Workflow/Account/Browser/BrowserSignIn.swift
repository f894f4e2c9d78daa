// SPDX-License-Identifier: GPL-3.0-or-later

import FoundationEssentials
import KursModel

public struct BrowserSignIn: Sendable {
  public var server: String
  /// The issuer of the identity provider. Nil chooses the first identity provider of the account server.
  public var issuer: String?
  public var pages: RedirectPages
  /// Opens a web address in the user's browser, or shows the address. Returns false if both are impossible.
  public var open: @Sendable (String) async -> Bool

  public init(
    server: String, issuer: String? = nil, pages: RedirectPages, open: @escaping @Sendable (String) async -> Bool
  ) {
    self.server = server
    self.issuer = issuer
    self.pages = pages
    self.open = open
  }
}

public struct BrowserSignInMethod: Hashable, Sendable {
  public let server: String
  public let issuer: String

  public init(server: String, issuer: String) {
    self.server = server
    self.issuer = issuer
  }
}

public enum BrowserFailure: Hashable, Sendable {
  /// The account server doesn't trust this identity provider, or trusts no identity provider.
  case notOffered
  /// This computer or the account server can't reach the identity provider.
  case providerUnreachable
  case providerUnusable
  case noPort
  case notOpened
  case denied
  /// The identity provider sent an error code. The code is empty if it has invalid characters.
  case failed(String)
  /// Responses arrived, but none of them belonged to this sign-in.
  case foreignResponse
  case timedOut
  /// The account server rejected the identity provider's response.
  case responseRejected
}

/// The proof by which the account server identifies a user of the identity provider. Each proof can be used only once.
struct IdentityProof: Hashable, Sendable {
  let issuer: String
  let code: Secret
  let verifier: Secret
  let nonce: String
  let redirectURI: String
}

/// Proof Key for Code Exchange (RFC 7636). A stolen authorization code is useless without the verifier.
struct ProofKey: Hashable, Sendable {
  let verifier: Secret

  /// Creates a verifier from 32 random bytes (RFC 7636, section 4.1).
  init(_ bytes: [UInt8]) {
    verifier = Secret(Base64URL.text(bytes))
  }

  /// The public challenge by the method S256 (RFC 7636, section 4.2).
  var challenge: String { Base64URL.text(SHA256.digest(Array(verifier.exposed.utf8))) }
}

/// Base64 for URLs (RFC 4648, section 5), without padding.
enum Base64URL {
  static func text(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}

public struct BrowserEnvironment: Sendable {
  /// Opens a loopback port and answers each request with the result of `answer`. Returns nil if no port is free.
  public var listen: @Sendable (_ answer: @escaping @Sendable (String) -> RedirectPage) -> RedirectPort?
  public var random: @Sendable (Int) -> [UInt8]

  public init(
    listen: @escaping @Sendable (_ answer: @escaping @Sendable (String) -> RedirectPage) -> RedirectPort?,
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.listen = listen
    self.random = random
  }
}

public struct RedirectPort: Sendable {
  public let number: Int
  public let close: @Sendable () -> Void

  public init(number: Int, close: @escaping @Sendable () -> Void) {
    self.number = number
    self.close = close
  }
}

public struct RedirectPages: Hashable, Sendable {
  public var title: String
  public var received: String
  public var denied: String
  public var foreign: String

  public init(title: String, received: String, denied: String, foreign: String) {
    self.title = title
    self.received = received
    self.denied = denied
    self.foreign = foreign
  }

  func page(for response: AuthorizationResponse) -> RedirectPage {
    switch response {
    case .code: RedirectPage(status: 200, html: html(received))
    case .denied, .failed: RedirectPage(status: 200, html: html(denied))
    case .foreign: RedirectPage(status: 400, html: html(foreign))
    case .otherRequest: RedirectPage(status: 404, html: "")
    }
  }

  private func html(_ sentence: String) -> String {
    """
    <!DOCTYPE html>
    <html>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark">
    <title>\(title.escaped)</title>
    <body style="font: 1.2em system-ui, sans-serif; max-width: 30em; margin: 15vh auto; padding: 0 1em; text-align: center">
    <h1 style="font-size: 1.4em">\(title.escaped)</h1>
    <p dir="auto">\(sentence.escaped)</p>

    """
  }
}

public struct RedirectPage: Hashable, Sendable {
  public let status: Int
  public let html: String
}

extension String {
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
