// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import Testing

@testable import KursServer

@Suite struct LeavingTests {
  private let password = "/api/v1/member/password/"
  private let delete = "/api/v1/member/delete/"
  private let profile = "/api/v1/member/profile/"

  @Test("a new password ends all other sessions") func aNewPasswordEndsAllOtherSessions() async throws {
    try await withServer { client in
      let here = try await client.registered()
      let there = try await client.signedIn()
      let change = #"{"old":"correct horse","new":"battery staple"}"#
      #expect(try await here.post(password, change).ok()["ended"] == .number(1))
      try await here.post(profile).ok()
      try await here.renewed().post(profile).ok()
      try await there.post(profile).refused(.sessionEnded)
      try await there.renewal().refused(.sessionEnded)
      try await client.post("/api/v1/member/login/email/", #"{"email":"ada@example.org","password":"correct horse"}"#)
        .refused(.wrongCredentials)
      _ = try await client.signedIn(password: "battery staple")
    }
  }

  @Test("changing the password requires the old password", arguments: [
      (#"{"old":"wrong password","new":"battery staple"}"#, Reason.wrongPassword),
      (#"{"new":"battery staple"}"#, .wrongPassword), (#"{"old":"correct horse","new":"short"}"#, .passwordWeak),
      (#"{"old":"correct horse"}"#, .malformed),
    ])
  func changingThePasswordRequiresTheOldPassword(body: String, reason: Reason) async throws {
    try await withServer { client in
      let member = try await client.registered()
      let other = try await client.signedIn()
      try await member.post(password, body).refused(reason)
      try await other.post(profile).ok()
    }
  }

  @Test("after ten wrong old passwords, further attempts are refused")
  func afterTenWrongOldPasswordsFurtherAttemptsAreRefused() async throws {
    try await withServer { client in
      let member = try await client.registered()
      for _ in 0..<5 {
        try await member.post(password, #"{"old":"wrong password","new":"battery staple"}"#).refused(.wrongPassword)
      }
      for _ in 0..<5 { try await member.post(delete, #"{"password":"wrong password"}"#).refused(.wrongPassword) }
      try await member.post(password, #"{"old":"wrong password","new":"battery staple"}"#).refused(.rateLimited)
      try await member.post(delete, #"{"password":"correct horse"}"#).refused(.rateLimited)
    }
  }

  @Test("deleting an account deletes its sessions, objects and picture")
  func deletingAnAccountDeletesItsSessionsObjectsAndPicture() async throws {
    try await withServer { client in
      let here = try await client.registered()
      let there = try await client.signedIn()
      let other = try await client.registered("grace@example.org")
      let key = ["Idempotency-Key": "k"]
      try await here.post("/api/v1/sync/", SyncTests.request([SyncTests.object()]), headers: key).ok()
      try await here.client.putPicture(SyncTests.png).ok()
      try await here.post(delete, #"{"password":"correct horse"}"#).ok()
      try await here.post(profile).refused(.accountDeleted)
      try await there.post(profile).refused(.accountDeleted)
      try await there.renewal().refused(.accountDeleted)
      try await other.post(profile).ok()
      let left = try await client.server.database.write { database in
        try ["session", "object", "avatar", "answered", "identity"].map { table in
          try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? -1
        }
      }
      #expect(left == [1, 0, 0, 0, 0])
      _ = try await client.registered()
    }
  }

  @Test("after an account is deleted, no server file contains its data")
  func afterAnAccountIsDeletedNoServerFileContainsItsData() async throws {
    try await withServer { client in
      let member = try await client.registered("canary@example.org")
      try await member.post("/api/v1/sync/", SyncTests.request([SyncTests.object(value: "canary value")])).ok()
      try await member.post("/api/v1/member/updateconfig/", #"{"config":{"a":"canary config"}}"#).ok()
      #expect(try client.stored().contains("canary"))
      try await member.post(delete, #"{"password":"correct horse"}"#).ok()
      #expect(try !client.stored().contains("canary"))
    }
  }

  @Test("deleting the account requires the password") func deletingTheAccountRequiresThePassword() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(delete).refused(.wrongPassword)
      try await member.post(delete, #"{"password":"wrong"}"#).refused(.wrongPassword)
      try await member.post(delete, #"{"confirm":"\#(member.member)"}"#).refused(.wrongPassword)
      try await member.post(delete, #"{"password":1}"#).refused(.malformed)
      try await client.post(delete, #"{"password":"correct horse"}"#).refused(.tokenMissing)
      try await client.post(password, #"{"new":"battery staple"}"#).refused(.tokenMissing)
      try await member.post(profile).ok()
    }
  }

  @Test("after an account is deleted, every request reports the deletion")
  func afterAnAccountIsDeletedEveryRequestReportsTheDeletion() async throws {
    try await withServer { client in
      let member = try await client.registered()
      try await member.post(delete, #"{"password":"correct horse"}"#).ok()
      let bodies = [
        password: #"{"new":"battery staple"}"#, delete: "{}", profile: "{}",
        "/api/v1/member/updateconfig/": #"{"config":{}}"#, "/api/v1/sync/": #"{"since":0,"changes":[]}"#,
      ]
      for (path, body) in bodies { try await member.post(path, body).refused(.accountDeleted) }
      try await member.client.putPicture(SyncTests.png).refused(.accountDeleted)
      for path in ["/api/v1/member/avatar/", "/api/v1/rates/latest/", "/api/v1/rates/history/"] {
        try await member.get(path).refused(.accountDeleted)
      }
    }
  }
}
