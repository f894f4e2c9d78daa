// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct EnvelopeTests {
  @Test("the health check returns version, time and registration state")
  func theHealthCheckReturnsVersionTimeAndRegistrationState() async throws {
    try await withServer { client in
      let data = try await client.get("/api/v1/health/").ok()
      #expect(data["version"] == .string("1.2.3"))
      #expect(data["now"] == .string("2026-11-21T06:20:05.123Z"))
      #expect(data["registration"] == .string("open"))
    }
    try await withServer(ServerSetup(isRegistrationOpen: false)) { client in
      let data = try await client.get("/api/v1/health").ok()
      #expect(data["registration"] == .string("closed"))
    }
  }

  @Test("a request to an unknown path gets an error as JSON")
  func aRequestToAnUnknownPathGetsAnErrorAsJSON() async throws {
    try await withServer { client in
      try await client.get("/").refused(.notFound)
      try await client.post("/api/v1/nowhere/").refused(.notFound)
      let reply = try await client.get("/api/v1/sync/")
      reply.refused(.methodNotAllowed)
      #expect(reply.header("Allow") == "POST")
      let avatar = try await client.send("PUT", "/api/v1/member/avatar/", body: [])
      #expect(avatar.header("Allow") == "GET, POST")
    }
  }

  @Test("the error for a malformed sign-in names the faulty field", arguments: [
      ("", nil), ("{", nil), ("[]", nil), (#"{"email":1,"password":"x"}"#, "email"), (#"{"email":"a@b"}"#, "password"),
      (#"{"email":"a@b","password":null}"#, "password"),
    ] as [(String, String?)])
  func theErrorForAMalformedSignInNamesTheFaultyField(body: String, field: String?) async throws {
    try await withServer { client in
      let data = try await client.post("/api/v1/member/login/email/", body).refused(.malformed)
      if let field { #expect(data["field"] == .string(field)) }
    }
  }

  @Test("a request above the size limit is refused") func aRequestAboveTheSizeLimitIsRefused() async throws {
    try await withServer { client in
      try await client.post("/api/v1/member/login/email/", String(repeating: " ", count: 65_537)).refused(.tooLarge)
    }
  }

  @Test("unknown fields of a request are ignored") func unknownFieldsOfARequestAreIgnored() async throws {
    try await withServer { client in
      try await client.post(
        "/api/v1/member/register/", #"{"email":"a@b","password":"correct horse","colour":{"of":["hat"]}}"#
      ).ok()
    }
  }

  @Test("responses forbid caching and guessing of the content type")
  func responsesForbidCachingAndGuessingOfTheContentType() async throws {
    try await withServer { client in
      let reply = try await client.get("/api/v1/health/")
      #expect(reply.header("Cache-Control") == "no-store")
      #expect(reply.header("X-Content-Type-Options") == "nosniff")
    }
  }

  @Test("every reason for a refusal has an HTTP error status") func everyReasonForARefusalHasAnHTTPErrorStatus() {
    for reason in Reason.allCases { #expect((400...599).contains(reason.status)) }
  }
}
