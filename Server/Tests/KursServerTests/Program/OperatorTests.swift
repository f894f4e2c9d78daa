// SPDX-License-Identifier: GPL-3.0-or-later
import AsyncHTTPClient
import Foundation
import HummingbirdTesting
import NIOCore
import NIOHTTP1
import Testing

@testable import KursServer

/// Tests the operator's page over real sockets.
@Suite(.serialized) struct OperatorTests {
  private func page(_ port: Int, _ path: String, _ authorization: String?) async throws -> (status: Int, text: String) {
    let http = HTTPClient(eventLoopGroupProvider: .singleton)
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    if let authorization { request.headers.add(name: "Authorization", value: authorization) }
    do {
      let response = try await http.execute(request, timeout: .seconds(60))
      let text = String(decoding: try await response.body.collect(upTo: 1 << 20).readableBytesView, as: UTF8.self)
      try await http.shutdown()
      return (Int(response.status.code), text)
    } catch {
      try await http.shutdown()
      throw error
    }
  }

  /// Starts the program with the operator's token "hush". Returns the program and the port of the operator's page.
  private func started() async throws -> (ServerProcess, port: Int) {
    let server = try ServerProcess(
      arguments: [
        "--operator-token-file", "FOLDER/operator", "--operator-port", "0", "--operator-port-file", "FOLDER/page",
      ])
    try Data("hush\n".utf8).write(to: URL(filePath: server.path("operator")))
    try await server.start()
    var port = 0
    for _ in 0..<500 where port == 0 {
      port = (try? String(contentsOfFile: server.path("page"), encoding: .utf8)).flatMap { Int($0.dropLast()) } ?? 0
      if port == 0 { try await Task.sleep(for: .milliseconds(20)) }
    }
    return (server, port)
  }

  @Test("the operator's page shows numbers but no data of members")
  func theOperatorsPageShowsNumbersButNoDataOfMembers() async throws {
    let (server, port) = try await started()
    try await withRealClient("http://127.0.0.1:\(server.port)") { client in
      try await client.post(
        "/api/v1/member/register/", #"{"email":"ada@example.org","password":"correct horse","name":"Ada"}"#
      ).ok()
    }
    #expect(try await page(port, "/", nil).status == 401)
    #expect(try await page(port, "/metrics", "Bearer wrong").status == 401)
    #expect(try await page(port, "/metrics", "Basic \(Data("me:wrong".utf8).base64EncodedString())").status == 401)
    let metrics = try await page(port, "/metrics", "Bearer hush")
    #expect(metrics.status == 200)
    #expect(metrics.text.contains("\nkurs_members 1\n"))
    #expect(metrics.text.contains(#"kurs_answers_total{path="/api/v1/member/register/",status="200"} 1"#))
    let shown = try await page(port, "/", "Basic \(Data("me:hush".utf8).base64EncodedString())")
    #expect(shown.status == 200 && shown.text.contains("<th>members</th><td>1</td>"))
    for text in [metrics.text, shown.text] { #expect(!text.lowercased().contains("ada")) }
    #expect(try await page(port, "/elsewhere", "Bearer hush").status == 404)
    server.signal(SIGTERM)
    #expect(server.ended() == 0)
  }

  @Test("after twenty wrong operator tokens, even the right token is refused")
  func afterTwentyWrongOperatorTokensEvenTheRightTokenIsRefused() async throws {
    let (server, port) = try await started()
    #expect(try await page(port, "/", "Bearer hush").status == 200)
    for guess in 0..<20 { #expect(try await page(port, "/", "Bearer \(guess)").status == 401) }
    for token in ["another", "hush"] { #expect(try await page(port, "/", "Bearer \(token)").status == 429) }
    server.signal(SIGTERM)
    #expect(server.ended() == 0)
  }

  @Test("a slow client of the operator's page is disconnected")
  func aSlowClientOfTheOperatorsPageIsDisconnected() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kurs-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (setup, path) = (ServerSetup(), folder.appending(path: "accounts.sqlite").path)
    let (ports, running) = AsyncStream.makeStream(of: Int.self)
    var application = ServerApplication(
      server: try .underTest(setup, clock: TestClock(), path: path), logger: setup.logger, port: 0)
    application.deadlines.head = .milliseconds(500)
    application.operatorPort = 0
    application.onOperatorRunning = { running.yield($0) }
    try await application.make().test(.live) { _ in
      for await port in ports {
        let isDisconnected = try Self.isDisconnected(port)
        #expect(isDisconnected)
        break
      }
    }
  }

  /// Whether the server closes a connection that sends only part of a request. Waits ten seconds at most.
  private static func isDisconnected(_ port: Int) throws -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let status = withUnsafeBytes(of: &address) { bytes in
      connect(descriptor, bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, socklen_t(bytes.count))
    }
    try #require(status == 0)
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    let head = "GET / HTTP/1.1\r\n"
    try #require(send(descriptor, head, head.utf8.count, 0) == head.utf8.count)
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, 0) == 0
  }

  @Test("the server doesn't start an operator's page without a token")
  func theServerDoesntStartAnOperatorsPageWithoutAToken() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let result = try ServerProcess.run(
      ServerProcess.program,
      ["serve", "--database", folder + "/none.sqlite", "--key-file", folder + "/none", "--operator-port", "0"])
    #expect(result.status == 64)
  }
}
