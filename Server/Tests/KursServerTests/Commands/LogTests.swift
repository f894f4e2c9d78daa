// SPDX-License-Identifier: GPL-3.0-or-later
import Logging
import Synchronization
import Testing

@testable import KursServer

/// All log messages, at any level.
final class LogRecord: Sendable {
  private let text = Mutex("")
  var said: String { text.withLock(\.self) }

  func logger() -> Logger {
    Logger(label: "test") { _ in Handler(record: self) }
  }

  struct Handler: LogHandler {
    let record: LogRecord
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let line = "\(event.level) \(event.message) \(metadata) \(event.metadata ?? [:])\n"
      record.text.withLock { $0 += line }
    }
  }
}

@Suite struct LogTests {
  // fault: B07
  @Test("the log contains no secrets and no data of members")
  func theLogContainsNoSecretsAndNoDataOfMembers() async throws {
    let record = LogRecord()
    let setup = ServerSetup(operatorToken: "hush-operator", logger: record.logger())
    try await withServer(setup) { client in
      let member = try await client.registered("canary@example.org")
      let renewed = try await member.renewed()
      try await client.post(
        "/api/v1/member/login/email/", #"{"email":"canary@example.org","password":"wrong canary password"}"#
      ).refused(.wrongCredentials)
      try await renewed.post(
        "/api/v1/member/profile/", #"{"name":"Canary Name"}"#, headers: ["Idempotency-Key": "canary-key"]
      ).ok()
      try await renewed.post("/api/v1/sync/", SyncTests.request([SyncTests.object(value: "canary value")])).ok()
      try await renewed.get("/api/v1/rates/latest/?date=\(renewed.access)").refused(.malformed)
      try await renewed.get("/api/v1/\(renewed.access)/").refused(.notFound)
      try await client.post("/api/v1/member/login/refresh/", #"{"refresh_token":"\#(member.refresh)x"}"#).refused(
        .tokenInvalid)
      try await renewed.post("/api/v1/member/password/", #"{"old":"correct horse","new":"battery canary"}"#).ok()
      let secrets = [
        Client.password, "canary", "Canary", "hush", member.access, member.refresh, renewed.access, renewed.refresh,
        member.member, client.address, SyncTests.firstID,
      ]
      for secret in secrets { #expect(!record.said.contains(secret)) }
    }
    let lines = record.said.split(separator: "\n").filter { $0.contains("request") }
    #expect(lines.count == 9)
    #expect(record.said.contains("/api/v1/member/login/email/"))
    #expect(record.said.contains("wrong-credentials"))
  }
}
