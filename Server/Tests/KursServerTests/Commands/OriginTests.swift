// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct OriginTests {
  private static let register = #"{"email":"ada@example.org","password":"correct horse"}"#
  private static let wrong = #"{"email":"ada@example.org","password":"wrong password"}"#

  @Test(
    "a refused request from another website doesn't count towards any limit",
    arguments: [
      ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "same-site"], ["Origin": "https://localhost.evil.example"],
    ])
  func aRefusedRequestFromAnotherWebsiteDoesntCountTowardsAnyLimit(headers: [String: String]) async throws {
    try await withServer { client in
      try await client.post("/api/v1/member/register/", Self.register, headers: headers).refused(.foreignOrigin)
      _ = try await client.registered()
      for _ in 0..<11 {
        try await client.post("/api/v1/member/login/email/", Self.wrong, headers: headers).refused(.foreignOrigin)
      }
      try await client.post("/api/v1/report/validation/", ReportTests.report(), headers: headers).refused(.foreignOrigin)
      _ = try await client.signedIn()
    }
  }

  @Test(
    "a body without the JSON content type is refused",
    arguments: ["text/plain", "application/x-www-form-urlencoded", ""])
  func aBodyWithoutTheJSONContentTypeIsRefused(type: String) async throws {
    try await withServer { client in
      let headers = ["Content-Type": type, "Content-Length": "\(Self.register.utf8.count)"]
      for path in [
        "member/register", "member/login/email", "member/login/reset", "member/login/refresh", "member/login/oidc",
        "member/logout", "report/validation", "track/notification",
      ] {
        try await client.post("/api/v1/\(path)/", Self.register, headers: headers).refused(.notJSON)
      }
      let member = try await client.registered()
      for path in [
        "member/profile", "member/confirm", "member/identities/add", "member/identities/remove", "member/password",
        "member/delete", "member/updateconfig", "sync",
      ] {
        try await member.post("/api/v1/\(path)/", "{}", headers: headers).refused(.notJSON)
      }
      try await member.client.putPicture(SyncTests.png, type: "image/png").ok()
    }
  }

  @Test("JSON with a charset is accepted, and so is an empty body")
  func jsonWithACharsetIsAcceptedAndSoIsAnEmptyBody() async throws {
    try await withServer { client in
      let typed = ["Content-Type": "Application/JSON; charset=utf-8", "Sec-Fetch-Site": "none"]
      try await client.post("/api/v1/member/register/", Self.register, headers: typed).ok()
      let member = try await client.signedIn()
      try await member.client.send("POST", "/api/v1/member/profile/", body: nil).ok()
    }
  }
}
