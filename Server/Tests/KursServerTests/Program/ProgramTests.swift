// SPDX-License-Identifier: GPL-3.0-or-later
import AsyncHTTPClient
import Foundation
import GRDB
import Testing

@testable import KursServer

/// Tests the built program over real sockets. The tests run one after the other, because each starts its own servers.
@Suite(.serialized) struct ProgramTests {
  private static let register = #"{"email":"ada@example.org","password":"correct horse"}"#

  @Test("over TLS, only clients that trust the certificate get a response")
  func overTLSOnlyClientsThatTrustTheCertificateGetAResponse() async throws {
    let server = try ServerProcess(arguments: ["--tls-cert", "FOLDER/cert.pem", "--tls-key", "FOLDER/key.pem"])
    let made = try ServerProcess.run(
      URL(filePath: "/usr/bin/openssl"),
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
        "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", server.path("key.pem"), "-out",
        server.path("cert.pem"),
      ])
    try #require(made.status == 0, "\(made.output)")
    try await server.start()
    try await withRealClient("https://localhost:\(server.port)", authority: server.path("cert.pem")) { client in
      #expect(try await client.get("/api/v1/health/").ok()["registration"] == .string("open"))
      let data = try await client.post("/api/v1/member/register/", Self.register).ok()
      var member = client
      member.token = data["access_token"]?.text
      try await member.post("/api/v1/member/profile/").ok()
    }
    try await withRealClient("https://localhost:\(server.port)") { stranger in
      await #expect(throws: (any Error).self) { try await stranger.get("/api/v1/health/") }
    }
    try await withRealClient("http://localhost:\(server.port)") { plain in
      await #expect(throws: (any Error).self) { try await plain.get("/api/v1/health/") }
    }
  }

  @Test("a confirmed change is stored once even if the server is killed")
  func aConfirmedChangeIsStoredOnceEvenIfTheServerIsKilled() async throws {
    let server = try ServerProcess()
    var machine = SendingMachine()
    var generator = SeededGenerator(seed: 1)
    for round in 0..<13 {
      try await server.start()
      try await withRealClient("http://127.0.0.1:\(server.port)") { client in
        try await machine.signIn(client)
        try await machine.resend(client)
        try await machine.check(client)
        guard round.isMultiple(of: 2) else {
          try await machine.sendWithoutHearing(client)
          return server.signal(SIGKILL)
        }
        let wait = Duration.milliseconds(Int.random(in: 1..<60, using: &generator))
        let killer = Task { [identifier = server.identifier] in
          try await Task.sleep(for: wait)
          kill(identifier, SIGKILL)
        }
        await machine.sendUntilItFails(client)
        try await killer.value
      }
      #expect(server.ended() == SIGKILL)
    }
    #expect(machine.objects.count > 6)
    let database = try DatabaseQueue(path: server.path("accounts.sqlite"))
    let (check, reports) = try await database.read { database in
      (
        try String.fetchOne(database, sql: "PRAGMA integrity_check"),
        try Int.fetchOne(database, sql: "SELECT count FROM report")
      )
    }
    #expect(check == "ok")
    // The last report may have been stored although its response was lost.
    #expect(reports == machine.reports || reports == machine.reports + 1)
  }

  @Test("signing in with an identity provider succeeds over real HTTP")
  func signingInWithAnIdentityProviderSucceedsOverRealHTTP() async throws {
    try await TestProvider.served { provider in
      let server = try ServerProcess(
        arguments: [
          "--oidc-issuer", provider.issuer, "--oidc-client-id", "kurs", "--oidc-secret-file", "FOLDER/secret",
        ])
      try Data("h\u{FC}sh & more\n".utf8).write(to: URL(filePath: server.path("secret")))
      try await server.start()
      try await withRealClient("http://127.0.0.1:\(server.port)") { client in
        let path = "/api/v1/member/login/oidc/"
        #expect(try await client.get(path).ok()["issuers"]?[0]?["issuer"] == .string(provider.issuer))
        let token = try provider.token(at: SystemClock.now())
        let code = provider.code(for: token, challenge: "v+/=", redirectURI: "http://127.0.0.1:9/?a=b&c")
        let body = #"""
          {"issuer":"\#(provider.issuer)","nonce":"n","code":"\#(code)","code_verifier":"v+/=",
           "redirect_uri":"http://127.0.0.1:9/?a=b&c"}
          """#
        try await client.post(path, body).ok()
        #expect(provider.forms.first?["client_secret"] == "h\u{FC}sh & more")
        try await client.post(path, body).refused(.identityRefused)
        provider.goDown()
        try await client.post(path, body).refused(.issuerUnreachable)
      }
    }
  }

  @Test("the client secret is sent by the method that the operator chose", arguments: ["basic", "post"])
  func theClientSecretIsSentByTheMethodThatTheOperatorChose(method: String) async throws {
    try await TestProvider.served { provider in
      // The provider's discovery document lists a method other than the one that the operator chose.
      provider.offer(["client_secret_" + (method == "basic" ? "post" : "basic")], registered: "client_secret_" + method)
      let server = try ServerProcess(
        arguments: [
          "--oidc-issuer", provider.issuer, "--oidc-client-id", "kurs", "--oidc-secret-file", "FOLDER/secret",
          "--oidc-secret-method", method,
        ])
      try Data("hush\n".utf8).write(to: URL(filePath: server.path("secret")))
      try await server.start()
      try await withRealClient("http://127.0.0.1:\(server.port)") { client in
        let token = try provider.token(at: SystemClock.now())
        let code = provider.code(for: token, challenge: "v", redirectURI: "http://127.0.0.1:9/")
        let body = #"""
          {"issuer":"\#(provider.issuer)","nonce":"n","code":"\#(code)","code_verifier":"v",
           "redirect_uri":"http://127.0.0.1:9/"}
          """#
        try await client.post("/api/v1/member/login/oidc/", body).ok()
        #expect(provider.forms.count == 1)
      }
    }
  }

  @Test("a large body without a token is refused before it is received")
  func aLargeBodyWithoutATokenIsRefusedBeforeItIsReceived() async throws {
    let server = try ServerProcess()
    try await server.start()
    try await withRealClient("http://127.0.0.1:\(server.port)") { client in
      let large = String(repeating: " ", count: 4_000_000)
      for _ in 0..<3 { try await client.post("/api/v1/sync/", large).refused(.tokenMissing) }
      try await client.post("/api/v1/member/register/", Self.register).ok()
    }
  }

  @Test("a stopping server finishes its running requests")
  func aStoppingServerFinishesItsRunningRequests() async throws {
    let server = try ServerProcess()
    try await server.start()
    try await withRealClient("http://127.0.0.1:\(server.port)") { client in
      // This request opens the connection before the stop, because a stopping server accepts no connections.
      try await client.get("/api/v1/health/").ok()
      let idle = server.usedMemory
      async let answer = client.post("/api/v1/member/register/", Self.register)
      // A hash needs 32 MiB. A server with 24 MB more than when idle is hashing, so the signal arrives during the hash.
      for _ in 0..<3_000 where server.usedMemory < idle + 24_000_000 { try await Task.sleep(for: .milliseconds(2)) }
      server.signal(SIGTERM)
      try await answer.ok()
    }
    #expect(server.ended() == 0)
  }

  @Test("only the owner can read the key file and the database")
  func onlyTheOwnerCanReadTheKeyFileAndTheDatabase() async throws {
    let server = try ServerProcess()
    try await server.start()
    try await withRealClient("http://127.0.0.1:\(server.port)") { client in
      try await client.post("/api/v1/member/register/", Self.register).ok()
    }
    for name in ["key", "accounts.sqlite", "accounts.sqlite-wal"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: server.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    let key = try String(contentsOfFile: server.path("key"), encoding: .utf8).dropLast()
    #expect(key.count == 64 && !server.log.contains(key))
    let stored = try ["accounts.sqlite", "accounts.sqlite-wal"].map {
      try Data(contentsOf: URL(filePath: server.path($0)))
    }
    for bytes in stored { #expect(bytes.range(of: Data("correct horse".utf8)) == nil) }
  }

  @Test("the operator can import rates while the server runs")
  func theOperatorCanImportRatesWhileTheServerRuns() async throws {
    let server = try ServerProcess()
    try await server.start()
    let file = server.path("rates.csv")
    try Data("date,base,quote,value\n2026-11-20,EUR,USD,1.0856\n".utf8).write(to: URL(filePath: file))
    let first = try ServerProcess.run(
      ServerProcess.program, ["import-rates", file, "--database", server.path("accounts.sqlite")])
    #expect(first.output == "Rates read: 1. Added or changed: 1.\n")
    try await withRealClient("http://127.0.0.1:\(server.port)") { client in
      var member = client
      member.token = try await client.post("/api/v1/member/register/", Self.register).ok()["access_token"]?.text
      #expect(try await member.get("/api/v1/rates/latest/").ok()["rates"]?[0]?["value"] == .string("1.0856"))
    }
    try Data("date,base,quote,value\n2026-11-20,EUR,USD,dear\n".utf8).write(to: URL(filePath: file))
    let bad = try ServerProcess.run(
      ServerProcess.program, ["import-rates", file, "--database", server.path("accounts.sqlite")])
    #expect(bad.status != 0 && bad.output.contains("Line 2 of"))
  }

  @Test("the server serves the icon from the operator's file")
  func theServerServesTheIconFromTheOperatorsFile() async throws {
    let server = try ServerProcess(arguments: ["--mark", "FOLDER/mark"])
    try Data(SyncTests.png).write(to: URL(filePath: server.path("mark")))
    try await server.start()
    try await withRealClient("http://127.0.0.1:\(server.port)") { client in
      let reply = try await client.get("/api/v1/mark/")
      #expect((reply.status, reply.header("Content-Type"), reply.body) == (200, "image/png", SyncTests.png))
    }
    try Data("<svg/>".utf8).write(to: URL(filePath: server.path("mark")))
    let refused = try ServerProcess.run(
      ServerProcess.program,
      ["serve", "--database", server.path("b"), "--key-file", server.path("k"), "--mark", server.path("mark")])
    #expect(refused.status == 64)
  }

  @Test("the server doesn't start with insecure or incomplete options", arguments: [
      ["--host", "0.0.0.0"], ["--tls-cert", "x"], ["--oidc-issuer", "https://id.example.org"],
      ["--oidc-issuer", "http://id.example.org", "--oidc-client-id", "kurs"],
      ["--oidc-issuer", "https://id.example.org", "--oidc-client-id", "kurs", "--oidc-secret-method", "none"],
    ])
  func theServerDoesntStartWithInsecureOrIncompleteOptions(arguments: [String]) throws {
    let folder = FileManager.default.temporaryDirectory.path
    let result = try ServerProcess.run(
      ServerProcess.program,
      ["serve", "--database", folder + "/none.sqlite", "--key-file", folder + "/none"] + arguments)
    #expect(result.status == 64)
  }
}
