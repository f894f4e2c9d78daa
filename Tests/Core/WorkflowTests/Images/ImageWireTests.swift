// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import KursNetwork
import Synchronization
import Testing
import TestSupport

@testable import KursLocalCache

/// Tests headers and content of pictures, from the server's response to the decoder.
@Suite struct ImageWireTests {
  private static let url = "https://marks.example/bank"

  private let folder = TemporaryFolder()

  private static func site(_ type: String, _ body: [UInt8]) -> FakeServer {
    FakeServer(HTTPResponse(status: 200, headers: ["Content-Type": type], body: body, url: ""))
  }

  private static func core(_ site: FakeServer, _ folder: TemporaryFolder) throws -> Core {
    var environment = environment(folder)
    environment.transport = { site }
    return try Core(environment)
  }

  @Test("a picture's format is read from its bytes, not the HTTP header", .fault("I04", "I06"), arguments: [
    ("image/png", Pictures.jpeg(30, 20), ImageKind.jpeg), ("application/octet-stream", Pictures.png(30, 20), .png),
    ("text/html; charset=utf-8", Pictures.gif(30, 20), .gif), ("image/png", Pictures.png(30, 20), .png),
  ])
  func aPicturesFormatIsReadFromItsBytesNotTheHTTPHeader(type: String, bytes: [UInt8], kind: ImageKind) async throws {
    let site = Self.site(type, bytes)
    let cache = try Self.core(site, folder).imageCache()
    // The first picture comes from the server, and the second from disk. Both must have the right format.
    for _ in 1...2 {
      let image = try await cache.image(Self.url)
      #expect((image.kind, image.width, image.bytes) == (kind, 30, bytes))
    }
    #expect(site.requests.count == 1)
  }

  @Test("a web page sent as a picture is refused", .fault("I05"), arguments: [
    "<!doctype html><html><body><img src='https://spy.example/x.png'></body></html>",
    "<svg xmlns='http://www.w3.org/2000/svg'><image href='https://spy.example/'/></svg>",
    "<?xml version='1.0'?><!DOCTYPE svg SYSTEM 'https://spy.example/dtd'><svg/>",
    // This page has numbers where a PNG has its size.
    "<html><body>IHDR\0\0\0\u{1}\0\0\0\u{1}</body></html>",
  ])
  func aWebPageSentAsAPictureIsRefused(page: String) async throws {
    let site = Self.site("image/png", Array(page.utf8))
    let cache = try Self.core(site, folder).imageCache()
    for _ in 1...2 {
      let failure = await #expect(throws: ImageUnavailable.self) { try await cache.image(Self.url) }
      #expect(failure?.reason == .notAnImage)
    }
    #expect(await cache.usage().count == 0)
    #expect(site.requests.count == 1)
  }

  @Test(
    "a refused picture waits as Retry-After requires, at most an hour",
    arguments: [429, 503], [("30", 300_000), ("1800", 1_800_000), ("86400", 3_600_000)] as [(String, Int64)])
  func aRefusedPictureWaitsAsRetryAfterRequiresAtMostAnHour(status: Int, wait: (String, Int64)) async throws {
    let site = FakeServer(HTTPResponse(status: status, headers: ["Retry-After": wait.0], url: ""))
    let cache = try Self.core(site, folder).imageCache()
    let failure = await #expect(throws: ImageUnavailable.self) { try await cache.image(Self.url) }
    #expect(failure == ImageUnavailable(reason: .status(status), until: evening + wait.1))
  }

  @Test("a picture with too many pixels is refused without decoding", .fault("I01", "I02"), arguments: [10_000, 20_000])
  func aPictureWithTooManyPixelsIsRefusedWithoutDecoding(side: Int) async throws {
    let path = folder.path + "/bomb.png"
    let bytes = try Self.bomb(side)
    #expect(bytes.count < 50_000)
    try Data(bytes).write(to: URL(filePath: path))
    // Runs in a separate process, because memory is measured per process.
    await #expect(processExitsWith: .success) { [path = path as String, side = side as Int] in
      let (site, folder) = (Self.site("image/png", Array(try Data(contentsOf: URL(filePath: path)))), TemporaryFolder())
      let decodings = Mutex(0)
      let images = DecodedImages(of: try Self.core(site, folder).imageCache(), clock: { evening }) { _, _, _ in
        decodings.withLock { $0 += 1 }
        return nil
      }
      // A first request, before the measurement, opens files. Their memory doesn't belong to the picture.
      await #expect(throws: ImageUnavailable.self) { try await images.image("https://marks.example/", side: 64) }
      try Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
      let before = try Self.kibibytes("VmRSS")
      let failure = await #expect(throws: ImageUnavailable.self) { try await images.image(Self.url, side: 64) }
      #expect(failure?.reason == .tooManyPixels(width: side, height: side))
      #expect(try Self.kibibytes("VmHWM") - before < 10_000)
      #expect(decodings.withLock { $0 } == 0)
    }
  }

  /// Returns the value with this name in `/proc/self/status`, in KiB.
  private static func kibibytes(_ name: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(name + ":") })
    return try #require(Int(line.dropFirst(name.count + 1).filter(\.isNumber)))
  }

  /// A black square with one bit per pixel, packed to a thousandth of its size (PNG, third edition, and RFC 1950).
  private static func bomb(_ side: Int) throws -> [UInt8] {
    let rows = [UInt8](repeating: 0, count: (side / 8 + 1) * side)
    let deflated = try gzip(rows).dropFirst(10).dropLast(8)
    let sum = Pictures.big(rows.count % 65_521 << 16 | 1, 4)
    return Pictures.png(side, side, content: [0x78, 0xDA] + deflated + sum, depth: 1, colours: 0)
  }
}
