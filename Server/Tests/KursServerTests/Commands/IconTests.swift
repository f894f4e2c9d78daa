// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

@Suite struct IconTests {
  private let path = "/api/v1/mark/"

  @Test("the operator's icon is served without a token") func theOperatorsIconIsServedWithoutAToken() async throws {
    let picture = try #require(Picture(bytes: SyncTests.png))
    try await withServer(ServerSetup(mark: picture)) { client in
      let reply = try await client.get(path)
      #expect(reply.status == 200)
      #expect(reply.header("Content-Type") == "image/png")
      #expect(reply.header("Cache-Control") == "public, max-age=86400")
      #expect(reply.body == picture.bytes)
      let tag = try #require(reply.header("ETag"))
      let again = try await client.get(path, headers: ["If-None-Match": tag])
      #expect((again.status, again.body) == (304, []))
    }
  }

  @Test("a server without an icon returns not found") func aServerWithoutAnIconReturnsNotFound() async throws {
    try await withServer { try await $0.get(path).refused(.noMark) }
  }
}
