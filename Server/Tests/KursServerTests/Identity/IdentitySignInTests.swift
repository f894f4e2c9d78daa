// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct IdentitySignInTests {
  private let path = "/api/v1/member/login/oidc/"
  private let provider: TestProvider

  init() throws {
    provider = try TestProvider()
  }

  private var setup: ServerSetup {
    ServerSetup(
      isIdentityRegistrationOpen: true, providers: [provider.provider], network: provider.network)
  }

  /// Returns a sign-in request with a code for which the identity provider returns `token`.
  private func body(_ token: String) -> String {
    codeBody(provider.code(for: token, challenge: "v", redirectURI: "http://127.0.0.1:9/"))
  }

  private func codeBody(_ code: String, verifier: String = "v") -> String {
    #"{"issuer":"\#(TestProvider.issuer)","nonce":"n","code":"\#(code)","code_verifier":"\#(verifier)","redirect_uri":"http://127.0.0.1:9/"}"#
  }

  @Test("the server lists its identity providers") func theServerListsItsIdentityProviders() async throws {
    try await withServer(setup) { client in
      let data = try await client.get(path).ok()
      #expect(data["issuers"]?[0]?["issuer"] == .string(TestProvider.issuer))
      #expect(data["issuers"]?[0]?["client_id"] == .string("kurs"))
    }
  }

  @Test("an authorization code signs in only once") func anAuthorizationCodeSignsInOnlyOnce() async throws {
    try await withServer(setup) { client in
      let token = try provider.token(
        ["email": .string("ada@example.org"), "email_verified": .bool(true)], at: client.clock.now)
      let code = provider.code(for: token, challenge: "v", redirectURI: "http://127.0.0.1:9/")
      let data = try await client.post(path, codeBody(code)).ok()
      #expect(data["member"]?["email"] == .string("ada@example.org"))
      #expect(data["member"]?["has_password"] == .bool(false))
      #expect(provider.forms.first?["client_secret"] == "hush")
      #expect(provider.forms.first?["grant_type"] == "authorization_code")
      try await client.post(path, codeBody(code)).refused(.identityRefused)
      let other = provider.code(for: token, challenge: "v", redirectURI: "http://127.0.0.1:9/")
      try await client.post(path, codeBody(other, verifier: "stolen without")).refused(.identityRefused)
    }
  }

  @Test("signing in again with the same identity opens the same account", arguments: [
      ("ES256", "one"), ("RS256", "rsa"),
    ])
  func signingInAgainWithTheSameIdentityOpensTheSameAccount(alg: String, kid: String) async throws {
    try await withServer(setup) { client in
      let token = try provider.token(alg: alg, kid: kid, at: client.clock.now)
      let first = try SignedIn(client: client, data: try await client.post(path, body(token)).ok())
      let second = try SignedIn(client: client, data: try await client.post(path, body(token)).ok())
      #expect(first.member == second.member)
      try await second.post("/api/v1/member/profile/").ok()
      let other = try provider.token(["sub": .string("43")], alg: alg, kid: kid, at: client.clock.now)
      let third = try SignedIn(client: client, data: try await client.post(path, body(other)).ok())
      #expect(third.member != first.member)
    }
  }

  @Test("an ID token with wrong audience, issuer, nonce or time is refused", arguments: [
      ["aud": .string("another")], ["aud": .array([.string("kurs"), .string("another")])],
      ["iss": .string("https://evil")],
      ["nonce": .string("m")], ["exp": .number(1)], ["iat": .number(4_000_000_000), "exp": .number(4_000_000_300)],
      ["sub": .string("")], ["azp": .string("another")], ["sub": .string("42\0evil")], ["nbf": .number(4_000_000_000)],
    ] as [[String: JSON]])
  func anIDTokenWithWrongAudienceIssuerNonceOrTimeIsRefused(claims: [String: JSON]) async throws {
    try await withServer(setup) { client in
      try await client.post(path, body(provider.token(claims, at: client.clock.now))).refused(.identityRefused)
    }
  }

  @Test("an ID token with critical extensions is refused")
  func anIDTokenWithCriticalExtensionsIsRefused() async throws {
    try await withServer(setup) { client in
      let token = try provider.token(at: client.clock.now, critical: ["exp"])
      try await client.post(path, body(token)).refused(.identityRefused)
    }
  }

  @Test("a name from an identity provider is cut to 100 code points")
  func aNameFromAnIdentityProviderIsCutTo100CodePoints() async throws {
    try await withServer(setup) { client in
      let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}"
      let name = "A\0da " + String(repeating: family, count: 100)
      let data = try await client.post(path, body(provider.token(["name": .string(name)], at: client.clock.now))).ok()
      let stored = try #require(data["member"]?["name"]?.text)
      #expect(stored.unicodeScalars.count == 100 && stored.hasPrefix("Ada "))
    }
  }

  @Test(
    "a redirect address other than 127.0.0.1 is refused",
    arguments: [
      "https://evil.example/callback", "http://127.0.0.1.evil.example/", "http://127.0.0.1@evil.example/",
      "http://127.0.0.1:99999/", "http://127.0.0.1:9/#x", "http://127.0.0.1:9/\u{E4}", "kurs:callback",
    ])
  func aRedirectAddressOtherThan127001IsRefused(address: String) async throws {
    try await withServer(setup) { client in
      let body = codeBody("code0").replacing("http://127.0.0.1:9/", with: address)
      try await client.post(path, body).refused(.malformed)
      #expect(provider.forms.isEmpty)
    }
  }

  @Test(
    "the client secret is sent as the identity provider requires",
    arguments: [
      (nil, "client_secret_basic"), (nil, "client_secret_post"), (["client_secret_basic"], "client_secret_basic"),
      (["client_secret_post"], "client_secret_post"),
      (["client_secret_post", "client_secret_basic"], "client_secret_post"),
    ] as [([String]?, String)])
  func theClientSecretIsSentAsTheIdentityProviderRequires(offered: [String]?, registered: String) async throws {
    let record = LogRecord()
    var setup = setup
    setup.logger = record.logger()
    try await withServer(setup) { client in
      provider.offer(offered, registered: registered)
      try await client.post(path, body(provider.token(at: client.clock.now))).ok()
      let form = try #require(provider.forms.last)
      #expect((form["authorization"] == "Basic a3VyczpodXNo") == (registered == "client_secret_basic"))
      #expect((form["client_secret"] == "hush") == (registered == "client_secret_post"))
      provider.offer(offered, registered: "another")
      try await client.post(path, body(provider.token(at: client.clock.now))).refused(.identityRefused)
      #expect(record.said.contains("invalid_client") && !record.said.contains("hush"))
    }
  }

  @Test("an ID token that the identity provider didn't sign is refused")
  func anIDTokenThatTheIdentityProviderDidntSignIsRefused() async throws {
    try await withServer(setup) { client in
      let now = client.clock.now
      let stranger = try TestProvider()
      let genuine = try provider.token(at: now)
      let forged = [
        try stranger.token(at: now), try provider.token(alg: "none", at: now),
        try provider.token(alg: "HS256", at: now),
        try provider.token(alg: "RS256", kid: "one", at: now), String(genuine.dropLast(4)) + "AAAA",
        genuine.split(separator: ".").prefix(2).joined(separator: ".") + ".", "a.b.c", "",
      ]
      for token in forged { try await client.post(path, body(token)).refused(.identityRefused) }
    }
  }

  @Test("an identity with another member's email address is refused")
  func anIdentityWithAnotherMembersEmailAddressIsRefused() async throws {
    try await withServer(setup) { client in
      _ = try await client.registered()
      let token = try provider.token(
        ["email": .string("Ada@example.org"), "email_verified": .bool(true)], at: client.clock.now)
      try await client.post(path, body(token)).refused(.emailTaken)
      let unverified = try provider.token(["email": .string("ada@example.org")], at: client.clock.now)
      #expect(try await client.post(path, body(unverified)).ok()["member"]?["email"] == .null)
    }
  }

  @Test("signing in with an identity ignores an access token in the request")
  func signingInWithAnIdentityIgnoresAnAccessTokenInTheRequest() async throws {
    try await withServer(setup) { client in
      let ada = try await client.registered()
      let token = try provider.token(at: client.clock.now)
      let other = try SignedIn(client: client, data: try await ada.post(path, body(token)).ok())
      #expect(other.member != ada.member)
      let ways = try await ada.get("/api/v1/member/identities/").ok()
      #expect(ways["identities"] == .array([]))
    }
  }

  @Test("members without a password can add a password or delete the account")
  func membersWithoutAPasswordCanAddAPasswordOrDeleteTheAccount() async throws {
    try await withServer(setup) { client in
      let token = try provider.token(["email": .string("a@b"), "email_verified": .bool(true)], at: client.clock.now)
      let member = try SignedIn(client: client, data: try await client.post(path, body(token)).ok())
      try await member.post("/api/v1/member/delete/").refused(.wrongPassword)
      try await member.post("/api/v1/member/password/", #"{"new":"battery staple"}"#).ok()
      _ = try await client.signedIn("a@b", password: "battery staple")
      try await member.post("/api/v1/member/delete/", #"{"confirm":"\#(member.member)"}"#).refused(.wrongPassword)
      let other = try provider.token(["sub": .string("43")], at: client.clock.now)
      let leaving = try SignedIn(client: client, data: try await client.post(path, body(other)).ok())
      try await leaving.post("/api/v1/member/delete/", #"{"confirm":"\#(leaving.member)"}"#).ok()
    }
  }

  @Test("a new identity is refused while the server accepts no new members")
  func aNewIdentityIsRefusedWhileTheServerAcceptsNoNewMembers() async throws {
    var setup = setup
    setup.isIdentityRegistrationOpen = false
    try await withServer(setup) { client in
      try await client.post(path, body(provider.token(at: client.clock.now))).refused(.registrationClosed)
    }
  }

  @Test("if the identity provider is down, signing in reports an unreachable provider")
  func ifTheIdentityProviderIsDownSigningInReportsAnUnreachableProvider() async throws {
    try await withServer(setup) { client in
      provider.goDown()
      try await client.post(path, body(provider.token(at: client.clock.now))).refused(.issuerUnreachable)
      try await client.post(path, codeBody("x")).refused(.issuerUnreachable)
    }
  }

  @Test("a token signed with a provider's new key causes one key download")
  func aTokenSignedWithAProvidersNewKeyCausesOneKeyDownload() async throws {
    try await withServer(setup) { client in
      try await client.post(path, body(provider.token(at: client.clock.now))).ok()
      #expect(provider.requests == 2)
      provider.changeKeyID()
      client.clock.advance(seconds: 61)
      try await client.post(path, body(provider.token(kid: "two", at: client.clock.now))).ok()
      #expect(provider.requests == 4)
      for _ in 0..<10 {
        try await client.post(path, body(provider.token(kid: "made up", at: client.clock.now))).refused(
          .identityRefused)
      }
      #expect(provider.requests == 4)
    }
  }

  @Test("identity provider keys stored while the clock was ahead are fetched again")
  func identityProviderKeysStoredWhileTheClockWasAheadAreFetchedAgain() async throws {
    try await withServer(setup) { client in
      client.clock.advance(seconds: 365 * 86_400)
      try await client.post(path, body(provider.token(at: client.clock.now))).ok()
      client.clock.advance(seconds: -365 * 86_400)
      provider.changeKeyID()
      try await client.post(path, body(provider.token(kid: "two", at: client.clock.now))).ok()
    }
  }

  @Test("an ID token without an authorization code is refused")
  func anIDTokenWithoutAnAuthorizationCodeIsRefused() async throws {
    try await withServer(setup) { client in
      let token = try provider.token(at: client.clock.now)
      let body = #"{"issuer":"\#(TestProvider.issuer)","nonce":"n","id_token":"\#(token)"}"#
      #expect(try await client.post(path, body).refused(.malformed)["field"] == .string("code"))
    }
  }

  @Test("the error for a missing field of a sign-in names the field")
  func theErrorForAMissingFieldOfASignInNamesTheField() async throws {
    try await withServer(setup) { client in
      let bodies = [
        (#"{"nonce":"n"}"#, "issuer"), (#"{"issuer":"\#(TestProvider.issuer)","nonce":"n"}"#, "code"),
        (#"{"issuer":"\#(TestProvider.issuer)","nonce":"n","code":"c"}"#, "code_verifier"),
        (#"{"issuer":"\#(TestProvider.issuer)","nonce":"n","code":"c","code_verifier":"v"}"#, "redirect_uri"),
      ]
      for (body, field) in bodies {
        let data = try await client.post(path, body).refused(.malformed)
        #expect(data["field"] == .string(field))
      }
      try await client.post(
        path, #"{"issuer":"https://evil","nonce":"n","code":"x","code_verifier":"v","redirect_uri":"r"}"#
      ).refused(.issuerUnknown)
      for _ in 0..<40 { try await client.post(path, body("x")).refused(.identityRefused) }
      try await client.post(path, body("x")).refused(.rateLimited)
    }
  }
}
