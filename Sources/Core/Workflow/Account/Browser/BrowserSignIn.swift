// SPDX-License-Identifier: GPL-3.0-or-later

/// A wish to sign in with the browser, at a provider that the account server trusts.
public struct BrowserSignIn: Sendable {
  /// Scheme, host and port of the account server.
  public var server: String
  /// The provider; nil for the first that the server names.
  public var issuer: String?
  /// The page that the browser shows at the end.
  public var pages: RedirectPages
  /// Opens an address with the person's browser, or shows it; false where that cannot be done.
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

/// How a member signed in with the browser, to do it again.
public struct BrowserWay: Hashable, Sendable {
  public let server: String
  public let issuer: String

  public init(server: String, issuer: String) {
    self.server = server
    self.issuer = issuer
  }
}

/// Why a sign-in with the browser came to nothing, where one by password could not have.
public enum BrowserFailure: Hashable, Sendable {
  /// The account server trusts no provider, or not this one.
  case notOffered
  /// There is no way to the provider, from here or from the account server.
  case providerUnreachable
  /// The provider's configuration is unsafe or cannot be read.
  case providerUnusable
  /// This machine gave no port to listen on.
  case noPort
  case notOpened
  /// The person, or the provider, said no.
  case denied
  /// The provider gave up; the code of its error, empty where that is none.
  case failed(String)
  /// Only answers to other sign-ins came.
  case strangeAnswer
  /// Nothing came back for ten minutes.
  case timedOut
  /// The account server did not believe what came back.
  case notBelieved
}
