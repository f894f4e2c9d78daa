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

  private static func two(_ number: Int) -> [UInt8] { [UInt8(number >> 8), UInt8(number & 255)] }

  /// A JPEG header with an application segment and a progressive frame of this size.
  private static func jpeg(width: Int, height: Int) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xC2, 0, 17, 8] + two(height) + two(width) + [3, 1]
  }

  private static func gif(width: Int, height: Int) -> [UInt8] {
    Array("GIF89a".utf8) + two(width).reversed() + two(height).reversed() + [0, 0, 0, 0x3B]
  }

  @Test(
    "a picture that is too large or contains a web page is refused",
    arguments: [
      gif(width: 65_535, height: 65_535), gif(width: 0, height: 1), SyncTests.png(width: 4097, height: 1),
      SyncTests.png(width: 1, height: 1 << 30), jpeg(width: 1, height: 5000), [0xFF, 0xD8, 0xFF, 0xE0, 9],
      SyncTests.png + Array("tEXtComment\0<ScRipt>alert(1)</script>".utf8), SyncTests.png + Array("<!DOCTYPE html>".utf8),
      gif(width: 1, height: 1) + Array("<svg onload=1>".utf8),
    ])
  func aPictureThatIsTooLargeOrContainsAWebPageIsRefused(bytes: [UInt8]) async throws {
    try await withServer { client in
      try await client.registered().client.putPicture(bytes).refused(.notAPicture)
    }
  }

  @Test("a picture's type is read from its bytes, not its header", arguments: [
      (SyncTests.png(width: 4096, height: 1), "image/png"), (jpeg(width: 2, height: 4096), "image/jpeg"),
      (gif(width: 4096, height: 4096), "image/gif"),
    ] as [([UInt8], String)])
  func aPicturesTypeIsReadFromItsBytesNotItsHeader(bytes: [UInt8], type: String) async throws {
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

  @Test("a client that has the current picture gets an empty 304")
  func aClientThatHasTheCurrentPictureGetsAnEmpty304() async throws {
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

  @Test("sending an empty picture removes the stored picture")
  func sendingAnEmptyPictureRemovesTheStoredPicture() async throws {
    try await withServer { client in
      let member = try await client.registered().client
      try await member.get(path).refused(.noAvatar)
      try await member.putPicture(SyncTests.png).ok()
      #expect(try await member.putPicture([]).ok()["avatar"] == .null)
      try await member.get(path).refused(.noAvatar)
    }
  }

  @Test("a picture sent as a multipart form is accepted") func aPictureSentAsAMultipartFormIsAccepted() async throws {
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

  @Test("a truncated multipart form is refused, and the stored picture stays")
  func aTruncatedMultipartFormIsRefusedAndTheStoredPictureStays() async throws {
    try await withServer { client in
      let member = try await client.registered().client
      try await member.putPicture(SyncTests.png).ok()
      let head = "--b0\r\nContent-Type: image/png\r\n\r\n"
      let form = Array(head.utf8) + SyncTests.png + Array("\r\n--b0--\r\n".utf8)
      for length in [0, 5, head.utf8.count - 1, head.utf8.count, form.count - 9, form.count - 4] {
        let reply = try await member.putPicture(Array(form.prefix(length)), type: "multipart/form-data; boundary=b0")
        #expect(reply.reason == "malformed", "\(length)")
      }
      #expect(try await member.get(path).body == SyncTests.png)
      let empty = Array(head.utf8) + Array("\r\n--b0--\r\n".utf8)
      #expect(try await member.putPicture(empty, type: "multipart/form-data; boundary=b0").ok()["avatar"] == .null)
    }
  }

  @Test("a picture that is too large or of another format is refused")
  func aPictureThatIsTooLargeOrOfAnotherFormatIsRefused() async throws {
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

  @Test("another member can't read a member's picture") func anotherMemberCantReadAMembersPicture() async throws {
    try await withServer { client in
      try await client.registered().client.putPicture(SyncTests.png).ok()
      try await client.registered("grace@example.org").get(path).refused(.noAvatar)
    }
  }
}
