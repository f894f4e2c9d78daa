// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct AddedIdentityTests {
  private let list = "/api/v1/member/identities/"
  private let add = "/api/v1/member/identities/add/"
  private let remove = "/api/v1/member/identities/remove/"
  private let confirm = "/api/v1/member/confirm/"
  private let signIn = "/api/v1/member/login/oidc/"
  private let provider: TestProvider

  init() throws {
    provider = try TestProvider()
  }

  private var setup: ServerSetup {
    ServerSetup(isIdentityRegistrationOpen: true, providers: [provider.provider], network: provider.network)
  }

  private func body(_ token: String) -> String {
    let code = provider.code(for: token, challenge: "v", redirectURI: "http://127.0.0.1:9/")
    return
      #"{"issuer":"\#(TestProvider.issuer)","nonce":"n","code":"\#(code)","code_verifier":"v","redirect_uri":"http://127.0.0.1:9/"}"#
  }

  private func named(_ subject: String) -> String {
    #"{"issuer":"\#(TestProvider.issuer)","subject":"\#(subject)"}"#
  }

  private func token(_ client: Client, of subject: String = "42") throws -> String {
    try provider.token(
      ["sub": .string(subject), "email": .string("\(subject)@id.example.org"), "email_verified": .bool(true)],
      at: client.clock.now)
  }

  @Test("a member can sign in with an added identity")
  func aMemberCanSignInWithAnAddedIdentity() async throws {
    try await withServer(setup) { client in
      let ada = try await client.registered()
      for _ in 0..<2 {
        let ways = try await ada.post(add, body(token(client))).ok()
        #expect(ways["has_password"] == .bool(true))
        #expect(ways["identities"]?[1] == nil)
        #expect(ways["identities"]?[0]?["email"] == .string("42@id.example.org"))
        #expect(ways["identities"]?[0]?["subject"] == .string("42"))
        #expect(ways["identities"]?[0]?["issuer"] == .string(TestProvider.issuer))
      }
      let again = try SignedIn(client: client, data: try await client.post(signIn, body(token(client))).ok())
      #expect(again.member == ada.member)
      let grace = try await client.registered("grace@example.org")
      try await grace.post(add, body(token(client))).refused(.identityTaken)
      try await grace.post(remove, named("42")).refused(.noIdentity)
      #expect(try await ada.get(list).ok()["identities"]?[0]?["subject"] == .string("42"))
    }
  }

  @Test("twenty minutes after sign-in, adding an identity requires the password again")
  func twentyMinutesAfterSignInAddingAnIdentityRequiresThePasswordAgain() async throws {
    try await withServer(setup) { client in
      let first = try await client.registered()
      #expect(try await first.get(list).ok()["proof_expires_in"] == .number(1200))
      client.clock.advance(seconds: 600)
      let renewed = try await first.renewed()
      #expect(try await renewed.get(list).ok()["proof_expires_in"] == .number(600))
      client.clock.advance(seconds: 600)
      let proof = provider.code(for: try token(client), challenge: "v", redirectURI: "http://127.0.0.1:9/")
      let code =
        #"{"issuer":"\#(TestProvider.issuer)","nonce":"n","code":"\#(proof)","code_verifier":"v","redirect_uri":"http://127.0.0.1:9/"}"#
      try await renewed.post(add, code).refused(.proofNeeded)
      #expect(provider.forms.isEmpty, "a code was spent in vain")
      try await renewed.post(confirm, #"{"password":"not the password"}"#).refused(.wrongPassword)
      try await renewed.post(add, code).refused(.proofNeeded)
      let confirmed = try await renewed.post(confirm, #"{"password":"\#(Client.password)"}"#).ok()
      #expect(confirmed["proof_expires_in"] == .number(1200))
      #expect(try await renewed.post(add, code).ok()["identities"]?[0]?["subject"] == .string("42"))
    }
  }

  @Test("after ten wrong passwords, even the right password is refused")
  func afterTenWrongPasswordsEvenTheRightPasswordIsRefused() async throws {
    try await withServer(setup) { client in
      let ada = try await client.registered()
      for _ in 0..<10 { try await ada.post(confirm, #"{"password":"guessed at"}"#).refused(.wrongPassword) }
      try await ada.post(confirm, #"{"password":"\#(Client.password)"}"#).refused(.rateLimited)
    }
  }

  @Test("a member without a password signs in again to confirm a change")
  func aMemberWithoutAPasswordSignsInAgainToConfirmAChange() async throws {
    try await withServer(setup) { client in
      let first = try SignedIn(client: client, data: try await client.post(signIn, body(token(client))).ok())
      client.clock.advance(seconds: 600)
      let old = try await first.renewed()
      client.clock.advance(seconds: 600)
      try await old.post(confirm, #"{"password":"anything at all"}"#).refused(.proofNeeded)
      try await old.post(add, body(token(client, of: "43"))).refused(.proofNeeded)
      try await old.post("/api/v1/member/password/", #"{"new":"battery staple"}"#).refused(.proofNeeded)
      try await old.post("/api/v1/member/delete/", #"{"confirm":"\#(old.member)"}"#).refused(.proofNeeded)
      let new = try SignedIn(client: client, data: try await client.post(signIn, body(token(client))).ok())
      #expect(new.member == first.member)
      let ways = try await new.post(add, body(token(client, of: "43"))).ok()
      #expect(ways["identities"]?[1]?["subject"] == .string("43"))
      #expect(ways["has_password"] == .bool(false))
    }
  }

  @Test("the last sign-in method cannot be removed") func theLastSignInMethodCannotBeRemoved() async throws {
    try await withServer(setup) { client in
      let ada = try SignedIn(client: client, data: try await client.post(signIn, body(token(client))).ok())
      try await ada.post(remove, named("42")).refused(.lastSignInMethod)
      #expect(try await ada.get(list).ok()["identities"]?[0]?["subject"] == .string("42"))
      try await ada.post(add, body(token(client, of: "43"))).ok()
      let ways = try await ada.post(remove, named("42")).ok()
      #expect(ways["identities"]?[0]?["subject"] == .string("43"))
      try await ada.post(remove, named("43")).refused(.lastSignInMethod)
      try await ada.post("/api/v1/member/password/", #"{"new":"battery staple"}"#).ok()
      #expect(try await ada.post(remove, named("43")).ok()["identities"] == .array([]))
      try await ada.post(remove, named("43")).refused(.noIdentity)
    }
  }

  @Test("without an email address, a password is not a sign-in method")
  func withoutAnEmailAddressAPasswordIsNotASignInMethod() async throws {
    try await withServer(setup) { client in
      let nameless = try provider.token(["sub": .string("44")], at: client.clock.now)
      let ada = try SignedIn(client: client, data: try await client.post(signIn, body(nameless)).ok())
      try await ada.post("/api/v1/member/password/", #"{"new":"battery staple"}"#).ok()
      try await ada.post(remove, named("44")).refused(.lastSignInMethod)
    }
  }

  @Test("a removed identity no longer opens the account") func aRemovedIdentityNoLongerOpensTheAccount() async throws {
    try await withServer(setup) { client in
      let ada = try await client.registered()
      try await ada.post(add, body(token(client))).ok()
      try await ada.post(remove, named("42")).ok()
      let stranger = try SignedIn(client: client, data: try await client.post(signIn, body(token(client))).ok())
      #expect(stranger.member != ada.member)
    }
  }

  @Test("adding an identity with an invalid token or code is refused")
  func addingAnIdentityWithAnInvalidTokenOrCodeIsRefused() async throws {
    try await withServer(setup) { client in
      let ada = try await client.registered()
      try await ada.post(add, body("a.b.c")).refused(.identityRefused)
      try await ada.post(
        add, #"{"issuer":"https://evil","nonce":"n","code":"x","code_verifier":"v","redirect_uri":"r"}"#
      ).refused(.issuerUnknown)
      #expect(try await ada.post(add, #"{"nonce":"n"}"#).refused(.malformed)["field"] == .string("issuer"))
      #expect(try await ada.post(remove).refused(.malformed)["field"] == .string("issuer"))
      #expect(try await ada.post(confirm).refused(.malformed)["field"] == .string("password"))
      // Malformed attempts aren't counted.
      for _ in 0..<39 { try await ada.post(add, body("x")).refused(.identityRefused) }
      try await ada.post(add, body("x")).refused(.rateLimited)
      provider.goDown()
      client.clock.advance(seconds: 3601)
      let back = try await client.signedIn()
      try await back.post(add, body("x")).refused(.issuerUnreachable)
      #expect(try await back.get(list).ok()["identities"] == .array([]))
    }
  }

  @Test("sign-in methods can't be read or changed without a valid token")
  func signInMethodsCantBeReadOrChangedWithoutAValidToken() async throws {
    try await withServer(setup) { client in
      try await client.get(list).refused(.tokenMissing)
      for path in [add, remove, confirm] { try await client.post(path, body("x")).refused(.tokenMissing) }
      let ada = try await client.registered()
      let paths = [(add, body("x")), (remove, named("42")), (confirm, #"{"password":"\#(Client.password)"}"#)]
      try await ada.post("/api/v1/member/delete/", #"{"password":"\#(Client.password)"}"#).ok()
      try await ada.get(list).refused(.accountDeleted)
      for (path, body) in paths { try await ada.post(path, body).refused(.accountDeleted) }
    }
  }
}
