// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursModel
import KursNetwork
import KursStorage
import Testing

@testable import KursWorkflow

@Suite struct MemberPictureTests {
  private static let digest = String(repeating: "0a", count: 32)

  @Test("a member's new picture is shown immediately and saved")
  func aMembersNewPictureIsShownImmediatelyAndSaved() async throws {
    let machine = try AccountMachine()
    let program = try await machine.signedIn()
    await machine.server.next(
      "avatar",
      .answer(
        status: 200,
        body: """
          {"status":"OK","reason":"","data":{"avatar":{"type":"image/png","size":3,"digest":"\(Self.digest)"}}}
          """))
    try await program.profile.replacePicture([1, 2, 3], idempotencyKey: "key-1")
    #expect(await program.state.member?.avatar == Self.digest)
    #expect(await program.state.members.map(\.avatar) == [Self.digest])
    let sent = try #require(await machine.server.requests.last)
    #expect(sent.headers["Idempotency-Key"] == "\"key-1\"")
    // The body has the format of RFC 7578: a boundary, the part's head, an empty line, the picture, the boundary and
    // two dashes.
    let type = try #require(sent.headers["Content-Type"])
    let boundary = try #require(type.split(separator: "boundary=").last)
    #expect(type == "multipart/form-data; boundary=\(boundary)")
    #expect(sent.body.starts(with: Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"picture\"".utf8)))
    #expect(sent.body.suffix(boundary.utf8.count + 15).starts(with: [13, 10, 13, 10, 1, 2, 3, 13, 10]))
    #expect(sent.body.suffix(boundary.utf8.count + 6) == Array("--\(boundary)--\r\n".utf8)[...])
    #expect(try await machine.user.members().map(\.member.avatar) == [Self.digest])
  }

  @Test("uploading an empty picture removes the member's picture")
  func uploadingAnEmptyPictureRemovesTheMembersPicture() async throws {
    let machine = try AccountMachine()
    let program = try await machine.signedIn()
    for avatar in [#"{"type":"image/png","size":3,"digest":"\#(Self.digest)"}"#, "null"] {
      await machine.server.next(
        "avatar", .answer(status: 200, body: #"{"status":"OK","reason":"","data":{"avatar":\#(avatar)}}"#))
    }
    try await program.profile.replacePicture([1], idempotencyKey: "1")
    try await program.profile.replacePicture([], idempotencyKey: "2")
    #expect(await program.state.member?.avatar == nil)
    #expect(try await machine.user.members().map(\.member.avatar) == [nil])
  }

  @Test("a member's picture that the server refuses is not shown")
  func aMembersPictureThatTheServerRefusesIsNotShown() async throws {
    let machine = try AccountMachine()
    let program = try await machine.signedIn()
    await machine.server.next(
      "avatar", .answer(status: 413, body: #"{"status":"ERROR","reason":"too-large","data":{}}"#))
    do throws(AccountCallFailure) {
      try await program.profile.replacePicture([1], idempotencyKey: "1")
      Issue.record("it was taken")
    } catch {
      #expect(error == .refused(status: 413, reason: "too-large", retryAfter: nil))
    }
    #expect(await program.state.member?.avatar == nil)
  }

  @Test("a picture's format and size are checked in its bytes")
  func aPicturesFormatAndSizeAreCheckedInItsBytes() async throws {
    let folder = TemporaryFolder()
    func fault(_ bytes: [UInt8]) async throws -> PictureFault? {
      let path = folder.path + "/picture"
      try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
      try Data(bytes).write(to: URL(filePath: path))
      do throws(PictureFault) {
        _ = try await PictureFile.read(path)
        return nil
      } catch {
        return error
      }
    }
    #expect(try await fault(Pictures.png(8000, 6000)) == nil)
    #expect(try await fault(Pictures.jpeg(30, 20)) == nil)
    #expect(try await fault(Pictures.png(30_000, 1)) == .tooLarge)
    #expect(try await fault(Pictures.png(3, 2, padding: 30_000_000)) == .tooLarge)
    #expect(try await fault(Array("<svg/>".utf8)) == .unusable)
    #expect(try await fault(Pictures.webp) == .foreignKind("WebP"))
    #expect(try await fault(Pictures.avif) == .foreignKind("AVIF"))
    #expect(try await fault(Pictures.heic) == .foreignKind("HEIC"))
    #expect(try await fault(Array(Pictures.png(3, 2, padding: 400).prefix(200))) == .unusable)
    await #expect(throws: PictureFault.unreadable) { _ = try await PictureFile.read(folder.path + "/none") }
  }
}
