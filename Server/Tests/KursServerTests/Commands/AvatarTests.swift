// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursServer

extension Client {
  func putPicture(_ bytes: [UInt8], type: String = "application/octet-stream", key: String? = nil) async throws -> Reply
  {
    var headers = ["Content-Type": type]
    headers["Idempotency-Key"] = key
    return try await send("POST", "/api/v1/member/avatar/", headers: headers, body: bytes)
  }
}

@Suite struct AvatarTests {
  private let path = "/api/v1/member/avatar/"

  @Test("a picture's kind is read from its bytes", arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2], "image/png"),
      ([0xFF, 0xD8, 0xFF, 0xE0, 9], "image/jpeg"),
      (Array("GIF89a1".utf8), "image/gif"),
    ] as [([UInt8], String)])
  func itsKindIsJudgedByItsBytes(bytes: [UInt8], type: String) async throws {
    try await withServer { client in
      let member = try await client.registered().client
      let data = try await member.putPicture(bytes, type: "application/octet-stream").ok()
      #expect(data["avatar"]?["type"] == .string(type))
      #expect(data["avatar"]?["size"] == .number(bytes.count))
      let reply = try await member.get(path)
      #expect(reply.status == 200)
      #expect(reply.header("Content-Type") == type)
      #expect(reply.body == bytes)
      let profile = try await member.post("/api/v1/member/profile/").ok()
      #expect(profile["member"]?["avatar"] == data["avatar"])
    }
  }

  @Test("a client with the current picture gets no bytes") func whoHasItGetsNoBytes() async throws {
    try await withServer { client in
      let member = try await client.registered().client
      try await member.putPicture(SyncTests.png).ok()
      let tag = try #require(try await member.get(path).header("ETag"))
      for header in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
        let reply = try await member.get(path, headers: ["If-None-Match": header])
        #expect(reply.status == 304)
        #expect(reply.body.isEmpty)
        #expect(reply.header("ETag") == tag)
        #expect(reply.header("Cache-Control") == "private, no-cache")
      }
      try await member.putPicture(SyncTests.png + [1]).ok()
      #expect(try await member.get(path, headers: ["If-None-Match": tag]).status == 200)
    }
  }

  @Test("an empty body removes the picture") func anEmptyBodyRemovesIt() async throws {
    try await withServer { client in
      let member = try await client.registered().client
      try await member.get(path).refused(.noAvatar)
      try await member.putPicture(SyncTests.png).ok()
      #expect(try await member.putPicture([]).ok()["avatar"] == .null)
      try await member.get(path).refused(.noAvatar)
    }
  }

  @Test("a picture is accepted from a form too") func itComesInAFormToo() async throws {
    try await withServer { client in
      let member = try await client.registered().client
      let head =
        "--b0\r\nContent-Disposition: form-data; name=\"avatar\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n"
      let picture = SyncTests.png + Array("\r\n--b".utf8) + [0]
      let form = Array(head.utf8) + picture + Array("\r\n--b0--\r\n".utf8)
      try await member.putPicture(form, type: "multipart/form-data; boundary=\"b0\"").ok()
      #expect(try await member.get(path).body == picture)
    }
  }

  @Test("an oversized or invalid picture is refused") func whatIsNoPictureOrTooLargeIsRefused() async throws {
    try await withServer { client in
      let member = try await client.registered().client
      try await member.putPicture(Array("<svg/>".utf8), type: "image/png").refused(.notAPicture)
      for foreign in ["RIFF1234WEBPVP8 ", "\0\0\0\u{1C}ftypavif", "\0\0\0\u{18}ftypheic"] {
        try await member.putPicture(Array(foreign.utf8), type: "image/webp").refused(.notAPicture)
      }
      let large = SyncTests.png + [UInt8](repeating: 0, count: Picture.byteLimit)
      try await member.putPicture(large).refused(.tooLarge)
      try await member.putPicture(SyncTests.png, key: "no key").refused(.malformed)
      try await client.putPicture(SyncTests.png).refused(.tokenMissing)
      try await client.get(path).refused(.tokenMissing)
    }
  }

  @Test("a member's picture is private") func oneMembersPictureIsNobodyElses() async throws {
    try await withServer { client in
      try await client.registered().client.putPicture(SyncTests.png).ok()
      try await client.registered("grace@example.org").get(path).refused(.noAvatar)
    }
  }
}
