// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Foundation
import KursDesktop
import KursModel
import KursWorkflow
import XCTest

@testable import KursApp
@testable import KursGtk

final class PictureTests: WidgetTestCase {
  private static let queue = DispatchQueue(label: "test")
  /// A red PNG of one pixel.
  private static let red: [UInt8] = Array(
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==
        """) ?? Data())

  /// The program lies beside the tests.
  private static var decoder: PictureDecoder {
    let folder = System.executable().split(separator: "/").dropLast().joined(separator: "/")
    return PictureDecoder(executable: "/\(folder)/kurs")
  }

  private func outcome(_ command: String, limit: Int = 1000, _ input: [UInt8] = []) async -> ShortProcess.Failure? {
    let process = ShortProcess("/bin/sh", ["-c", command], outputLimit: limit, patience: .milliseconds(400))
    do throws(ShortProcess.Failure) {
      _ = try await process.run(input, on: Self.queue)
      return nil
    } catch {
      return error
    }
  }

  func testAProcessIsHeldToItsTimeAndItsWords() async throws {
    let quick = ShortProcess("/bin/cat", [], outputLimit: 1_000_000, patience: .seconds(20))
    let much = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let echo = try await quick.run(much, on: Self.queue)
    XCTAssertEqual(echo, much)
    let nothing = try await quick.run([], on: Self.queue)
    XCTAssertEqual(nothing, [])
    var failures: [ShortProcess.Failure?] = []
    for command in ["exec /bin/sleep 60", "exec /bin/cat /dev/zero", "exit 3", "kill -9 $$", "exec 0<&- 1>&-; exec /bin/sleep 60"] {
      failures.append(await outcome(command))
    }
    XCTAssertEqual(failures, [.overtime, .overlong, .failed, .failed, .failed])
    // A process that reads nothing must not end this one when it goes.
    let deaf = await outcome("exit 0", much)
    XCTAssertNil(deaf)
    do {
      _ = try await ShortProcess("/none", [], outputLimit: 1, patience: .seconds(5)).run([], on: Self.queue)
      XCTFail("it ran")
    } catch {
      XCTAssertEqual(error, .notStarted)
    }
  }

  func testTheProgramDecodesWhatIsAPictureAndNothingElse() async throws {
    let decoder = Self.decoder
    let red = await decoder.decode(Self.red, "image/png", 64)
    XCTAssertEqual(red?.pixels, [255, 0, 0, 255])
    for (bytes, type) in [
      (Array(Self.red.prefix(30)), "image/png"), (Self.red, "image/jpeg"), ([], "image/png"), (Self.red, "image/nothing"),
    ] {
      let none = await decoder.decode(bytes, type, 64)
      XCTAssertNil(none, type)
    }
    let bare = await decoder.bare(Self.red, "image/png", side: 64)
    XCTAssertEqual(bare.map { Array($0.prefix(4)) }, [0x89, 0x50, 0x4E, 0x47])
    let again = await decoder.decode(bare ?? [], "image/png", 64)
    XCTAssertEqual(again, red)
  }

  func testADecoderThatHangsIsGivenUp() async throws {
    let script = FileManager.default.temporaryDirectory.appending(path: "kurs-hangs-\(UUID().uuidString)")
    try Data("#!/bin/sh\nexec /bin/sleep 60\n".utf8).write(to: script)
    defer { try? FileManager.default.removeItem(at: script) }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
    let began = ContinuousClock.now
    let none = await PictureDecoder(executable: script.path, patience: .milliseconds(300)).decode(Self.red, "image/png", 4)
    XCTAssertNil(none)
    XCTAssertGreaterThan(ContinuousClock.now - began, .milliseconds(300))
  }

  func testTheAvatarShowsThePictureOrInItsPlaceTheInitials() throws {
    try onMain {
      var asked: [AccountIntent] = []
      let window = try AccountWindow { asked.append($0) }
      let picture = window.page.picture
      var member = AccountViewStateTests.ada
      var form = AccountForm(server: "")
      @MainActor func render() { window.render(AccountViewState(AccountViewStateTests.state(.signedIn, member), form)) }
      render()
      XCTAssertEqual(picture.avatar.text, member.name)
      XCTAssertFalse(picture.avatar.hasPicture)
      XCTAssertFalse(picture.remove.isVisible)
      XCTAssertFalse(picture.note.isVisible)
      member.avatar = "0a"
      form.picture = .shown(try XCTUnwrap(DecodedImage(width: 2, height: 1, pixels: Array(repeating: 9, count: 8))))
      render()
      XCTAssertTrue(picture.avatar.hasPicture)
      XCTAssertTrue(picture.remove.isVisible)
      form.picture = .unavailable(.unusable)
      render()
      XCTAssertFalse(picture.avatar.hasPicture)
      XCTAssertEqual(picture.note.text, sentence(for: PictureFault.unusable))
      window.window.present()
      picture.remove.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(asked, [.pictureRemoved])
      window.window.destroy()
    }
  }

  func testATextureIsAsLargeAsItsPixels() throws {
    onMain {
      XCTAssertNil(Texture.pixels([1, 2, 3], width: 1, height: 1))
      XCTAssertNil(Texture.pixels([], width: 0, height: 1))
      let texture = Texture.pixels(Array(repeating: 0, count: 24), width: 3, height: 2)
      XCTAssertEqual(texture?.width, 3)
      XCTAssertEqual(texture?.height, 2)
    }
  }
}
