// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct RegisterTests {
  private let path = "/api/v1/member/register/"

  @Test("a new member is signed in immediately") func aNewMemberIsSignedInImmediately() async throws {
    try await withServer { client in
      let data = try await client.post(
        path, #"{"email":" Ada@Example.org ","password":"correct horse","name":"Ada","device":"desk"}"#
      ).ok()
      #expect(data["token_type"] == .string("Bearer"))
      #expect(data["expires_in"] == .number(900))
      #expect(data["member"]?["email"] == .string("ada@example.org"))
      #expect(data["member"]?["name"] == .string("Ada"))
      #expect(data["member"]?["has_password"] == .bool(true))
      #expect(data["member"]?["avatar"] == .null)
      let member = try SignedIn(client: client, data: data)
      try await member.post("/api/v1/member/profile/").ok()
    }
  }

  @Test("an email address in another spelling can't register a second account")
  func anEmailAddressInAnotherSpellingCantRegisterASecondAccount() async throws {
    try await withServer { client in
      _ = try await client.registered("ada@example.org")
      let again = #"{"email":"ADA@example.org","password":"another password"}"#
      #expect(try await client.post(path, again).refused(.emailTaken)["field"] == .string("email"))
    }
  }

  @Test("a registration with an invalid email address or password is refused", arguments: [
      (#"{"email":"ada","password":"correct horse"}"#, Reason.emailInvalid),
      (#"{"email":"ada@example.org","password":"too short"}"#, .passwordWeak),
      (#"{"email":"ada@example.org"}"#, .malformed),
    ])
  func aRegistrationWithAnInvalidEmailAddressOrPasswordIsRefused(body: String, reason: Reason) async throws {
    try await withServer { try await $0.post(path, body).refused(reason) }
  }

  @Test("an email address with invisible characters can't register a second account", arguments: [
      "\u{200B}", "\u{202E}", "\u{FEFF}", "\u{2066}",
    ])
  func anEmailAddressWithInvisibleCharactersCantRegisterASecondAccount(invisible: String) async throws {
    try await withServer { client in
      _ = try await client.registered("ada@example.org")
      let again = #"{"email":"a\#(invisible)da@example.org","password":"another one"}"#
      try await client.post(path, again).refused(.emailTaken)
      let bob = try await client.registered("\(invisible)bob@example.org")
      #expect(try await client.signedIn("bob@example.org").member == bob.member)
    }
  }

  @Test("common passwords and the member's email address are refused as passwords")
  func commonPasswordsAndTheMembersEmailAddressAreRefusedAsPasswords() async throws {
    try await withServer { client in
      for password in ["1234567890", "qwertyuiop", "ada@example.org", "äöüäöü"] {
        try await client.post(path, #"{"email":"ada@example.org","password":"\#(password)"}"#).refused(.passwordWeak)
      }
    }
  }

  @Test("a name that contains a NUL character is refused")
  func aNameThatContainsANULCharacterIsRefused() async throws {
    try await withServer { client in
      try await client.post(path, #"{"email":"a@b.c","password":"correct horse","name":"ada\u0000eve"}"#)
        .refused(.malformed)
      let ada = try await client.registered()
      try await ada.post("/api/v1/member/profile/", #"{"name":"ada\u0000eve"}"#).refused(.malformed)
    }
  }

  @Test("a name of more than 100 characters is refused")
  func aNameOfMoreThan100CharactersIsRefused() async throws {
    try await withServer { client in
      let name = String(repeating: "n", count: 101)
      try await client.post(path, #"{"email":"a@b","password":"correct horse","name":"\#(name)"}"#).refused(.malformed)
    }
  }

  @Test("a registration is refused while the server accepts no new members")
  func aRegistrationIsRefusedWhileTheServerAcceptsNoNewMembers() async throws {
    try await withServer(ServerSetup(isRegistrationOpen: false)) { client in
      try await client.post(path, #"{"email":"a@b","password":"correct horse"}"#).refused(.registrationClosed)
    }
  }

  @Test("after twenty registrations, a network address must wait before registering again")
  func afterTwentyRegistrationsANetworkAddressMustWaitBeforeRegisteringAgain() async throws {
    try await withServer { client in
      for number in 0..<20 { _ = try await client.registered("member\(number)@example.org") }
      let reply = try await client.post(path, #"{"email":"a@b","password":"correct horse"}"#)
      #expect(reply.refused(.rateLimited)["retry_after"] == .number(3600))
      #expect(reply.header("Retry-After") == "3600")
      var other = client
      other.address = "192.0.2.2"
      _ = try await other.registered("a@b")
    }
  }
}
