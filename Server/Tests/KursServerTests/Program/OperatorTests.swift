// SPDX-License-Identifier: GPL-3.0-or-later
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import KursServer

/// The operator's page over real sockets.
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

  @Test("the operator's page shows counts but no data of members")
  func theOperatorsPageShowsCountsButNoDataOfMembers() async throws {
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

  @Test("the server refuses to serve an operator's page without a token")
  func theServerRefusesToServeAnOperatorsPageWithoutAToken() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let result = try ServerProcess.run(
      ServerProcess.program,
      ["serve", "--database", folder + "/none.sqlite", "--key-file", folder + "/none", "--operator-port", "0"])
    #expect(result.status == 64)
  }
}
