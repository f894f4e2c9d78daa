// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Foundation
import KursDesktop
import KursLocalCache
import KursModel
import KursStorage
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

  /// A decoder that runs the program `kurs`, which is in the same folder as the tests.
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

  func testAProcessThatTakesTooLongOrPrintsTooMuchIsEnded() async throws {
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
    // If a process exits without reading its input, this process must not end.
    let deaf = await outcome("exit 0", much)
    XCTAssertNil(deaf)
    do {
      _ = try await ShortProcess("/none", [], outputLimit: 1, patience: .seconds(5)).run([], on: Self.queue)
      XCTFail("it ran")
    } catch {
      XCTAssertEqual(error, .notStarted)
    }
  }

  func testAFileThatIsNotAPictureIsNotDecoded() async throws {
    let decoder = Self.decoder
    let red = await decoder.decode(Self.red, "image/png", 64)
    XCTAssertEqual(red?.pixels, [255, 0, 0, 255])
    for (bytes, type) in [
      (Array(Self.red.prefix(30)), "image/png"), (Self.red, "image/jpeg"), ([], "image/png"), (Self.red, "image/nothing"),
    ] {
      let none = await decoder.decode(bytes, type, 64)
      XCTAssertNil(none, type)
    }
    let bare = await decoder.withoutMetadata(Self.red, "image/png", side: 64)
    XCTAssertEqual(bare.map { Array($0.prefix(4)) }, [0x89, 0x50, 0x4E, 0x47])
    let again = await decoder.decode(bare ?? [], "image/png", 64)
    XCTAssertEqual(again, red)
  }

  /// Creates a script that replaces the decoder and is removed after the test.
  private func script(_ lines: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "kurs-decoder-\(UUID().uuidString)")
    try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: file)
    addTeardownBlock { try? FileManager.default.removeItem(at: file) }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    return file.path
  }

  // fault: I14
  func testAPictureDecoderThatHangsIsEndedAfterFiveSeconds() async throws {
    let began = ContinuousClock.now
    let killed = await PictureDecoder(executable: try script("kill -9 $$")).decode(Self.red, "image/png", 4)
    XCTAssertNil(killed)
    let between = ContinuousClock.now
    XCTAssertLessThan(between - began, .seconds(4))
    let hung = await PictureDecoder(executable: try script("exec /bin/sleep 60")).decode(Self.red, "image/png", 4)
    XCTAssertNil(hung)
    let took = ContinuousClock.now - between
    XCTAssertGreaterThan(took, .seconds(5))
    XCTAssertLessThan(took, .seconds(7))
  }

  // fault: I14
  func testAPictureDecoderThatHangsIsStartedForAtMostThreePictures() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "kurs-pictures-\(UUID().uuidString)").path
    addTeardownBlock { try? FileManager.default.removeItem(atPath: folder) }
    let started = folder + ".started"
    addTeardownBlock { try? FileManager.default.removeItem(atPath: started) }
    let decoder = PictureDecoder(
      executable: try script("echo >> \(started); exec /bin/sleep 60"), patience: .milliseconds(300))
    let now = Timestamp(milliseconds: 1_793_379_600_000)
    let cache = ImageCache(database: ImageDatabase(path: folder + "/images.sqlite"), clock: { now }) { _, _, _ in
      .image(Self.red, etag: nil, lifetime: nil)
    }
    let images = DecodedImages(of: cache, clock: { now }, decode: decoder.decode)
    let shown = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<10 {
        group.addTask { (try? await images.image("https://a.example/\(number)", side: 4)) != nil }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    XCTAssertEqual(shown, Array(repeating: false, count: 10))
    XCTAssertEqual(try String(contentsOfFile: started, encoding: .utf8), "\n\n\n")
  }

  private static func temporaryFolder() -> String {
    FileManager.default.temporaryDirectory.appending(path: "kurs-pictures-\(UUID().uuidString)").path
  }

  // fault: I13
  func testNoFrameIsLateWhileFiveThousandPicturesAreDeleted() throws {
    let folder = Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (count, now) = (5000, Timestamp(milliseconds: 5000))
    try onMain {
      try FrameWatch.assertNoFrameIsLate("five thousand swept") { turn in
        let database = ImageDatabase(path: "\(folder)/\(turn)/images.sqlite")
        let boundless = ImageStorageLimits(count: .max, bytes: .max)
        for number in 0..<count {
          let image = StoredImage(
            url: "https://a.example/\(number)", member: "", bytes: Self.red, etag: nil,
            stored: Timestamp(milliseconds: Int64(number)), expires: now)
          try await database.store(image, boundless, now: image.stored)
        }
        let cache = ImageCache(database: database, clock: { now }) { _, _, _ in .failed(.unreachable) }
        return {
          let swept = await cache.sweep()
          XCTAssertEqual(swept, count - 200)
        }
      }
    }
  }

  // fault: I13
  func testNoFrameIsLateWhileTheLargestPictureIsFetchedAndDecoded() throws {
    let folder = Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (decoder, now) = (Self.decoder, Timestamp(milliseconds: 5000))
    try onMain {
      try FrameWatch.assertNoFrameIsLate("the largest picture") { turn in
        // The file has the maximum number of bytes, most of them after the end of the picture.
        let bytes = Self.red + [UInt8](repeating: 7, count: 5_000_000 - Self.red.count)
        let cache = ImageCache(
          database: ImageDatabase(path: "\(folder)/\(turn).sqlite"), clock: { now }
        ) { _, _, _ in .image(bytes, etag: nil, lifetime: nil) }
        let images = DecodedImages(of: cache, clock: { now }, decode: decoder.decode)
        return {
          let image = try await images.image("https://a.example/large.png", side: 128, scale: 2)
          XCTAssertEqual(image.pixels, [255, 0, 0, 255])
        }
      }
    }
  }

  // fault: I03
  func testTheAccountPageShowsThePictureOrInitialsOfTheMember() throws {
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
      form.picture = .unavailable(.foreignKind("WebP"))
      render()
      XCTAssertEqual(
        picture.note.text, "Kurs can't show WebP pictures. Choose a PNG, JPEG or GIF file.")
      window.window.present()
      picture.remove.activate()
      MainLoop.run(milliseconds: 500)
      XCTAssertEqual(asked, [.pictureRemoved])
      window.window.destroy()
    }
  }

  func testATextureHasTheSizeOfItsPicture() throws {
    onMain {
      XCTAssertNil(Texture.pixels([1, 2, 3], width: 1, height: 1))
      XCTAssertNil(Texture.pixels([], width: 0, height: 1))
      let texture = Texture.pixels(Array(repeating: 0, count: 24), width: 3, height: 2)
      XCTAssertEqual(texture?.width, 3)
      XCTAssertEqual(texture?.height, 2)
    }
  }
}
