// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import KursLocalCache
import KursModel
import KursStorage
import Synchronization
import Testing
import TestSupport

@Suite struct ImageCacheTests {
  /// A disk, a clock, and a server that responds from a table.
  final class Site: Sendable {
    let folder = TemporaryFolder()
    private let state = Mutex<(now: Int64, answers: [String: ImageCache.Answer], asked: [String])>((0, [:], []))

    var path: String { folder.path + "/cache/images.sqlite" }
    var asked: [String] { state.withLock { $0.asked } }
    var now: Int64 {
      get { state.withLock { $0.now } }
      set { state.withLock { $0.now = newValue } }
    }

    func says(_ url: String, _ answer: ImageCache.Answer) { state.withLock { $0.answers[url] = answer } }

    func cache(_ limits: ImageLimits = ImageLimits()) -> ImageCache {
      ImageCache(
        database: ImageDatabase(path: path), limits: limits,
        clock: { [self] in Timestamp(milliseconds: now) }
      ) { [self] url, member, etag in
        state.withLock { state in
          state.asked.append(url + (member.isEmpty ? "" : " " + member) + (etag.map { " " + $0 } ?? ""))
          return state.answers[url] ?? .failed(.status(404))
        }
      }
    }

    func reason(_ cache: ImageCache, _ url: String) async -> ImageUnavailable.Reason? {
      do throws(ImageUnavailable) {
        _ = try await cache.image(url)
        return nil
      } catch {
        return error.reason
      }
    }
  }

  static let url = "https://flags.example/a.png"
  static let day: Int64 = 86_400_000

  @Test("pictures and failures stored while the clock was ahead are requested again")
  func picturesAndFailuresStoredWhileTheClockWasAheadAreRequestedAgain() async throws {
    let (site, other) = (Site(), "https://flags.example/b.png")
    site.now = 100 * Self.day
    site.says(other, .image(Pictures.png(2, 2), etag: nil, lifetime: 600))
    let before = site.cache()
    #expect(await site.reason(before, Self.url) == .status(404))
    _ = try await before.image(other)
    site.now = 0
    site.says(Self.url, .image(Pictures.png(2, 2), etag: nil, lifetime: 600))
    let after = site.cache()
    _ = try await after.image(Self.url)
    _ = try await after.image(other)
    #expect(site.asked == [Self.url, other, Self.url, other])
  }

  @Test("a picture's format and size are read from its bytes", arguments: [
    (Pictures.png(30, 20), ImageKind.png), (Pictures.jpeg(30, 20), .jpeg), (Pictures.gif(30, 20), .gif),
  ])
  func aPicturesFormatAndSizeAreReadFromItsBytes(bytes: [UInt8], kind: ImageKind) async throws {
    let header = try #require(ImageHeader(bytes))
    #expect((header.kind, header.width, header.height, header.isComplete) == (kind, 30, 20, true))
    // A picture that is truncated anywhere isn't complete, and nothing past its end is read.
    for length in 0..<bytes.count {
      #expect(ImageHeader(Array(bytes.prefix(length)))?.isComplete != true, "\(length)")
    }
    let site = Site()
    site.says(Self.url, .image(bytes, etag: nil, lifetime: nil))
    let image = try await site.cache().image(Self.url)
    #expect((image.kind, image.width, image.height, image.bytes) == (kind, 30, 20, bytes))
  }

  @Test("reading a damaged picture never reads outside its bytes")
  func readingADamagedPictureNeverReadsOutsideItsBytes() {
    var random = SplitMix64(seed: 3)
    let pictures = [
      Pictures.png(9, 9), Pictures.jpeg(9, 9), Pictures.gif(9, 9),
    ]
    var read = 0
    for round in 0..<20_000 {
      var bytes = pictures[round % pictures.count]
      for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random) }
      bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 4)
      if let header = ImageHeader(bytes), header.width > 0, header.height > 0 { read += 1 }
    }
    #expect(read > 1000)
  }

  @Test("a refused picture isn't requested again for five minutes", .fault("I01", "I03"), arguments: [
    (Array("<html><img src='x'></html>".utf8), ImageUnavailable.Reason.notAnImage),
    (Array("<svg xmlns='http://www.w3.org/2000/svg'><image href='https://spy.example/'/></svg>".utf8), .notAnImage),
    ([], .notAnImage), (Array("BM".utf8) + [UInt8](repeating: 0, count: 60), .notAnImage),
    (Pictures.webp, .foreignKind(.webp)), (Pictures.avif, .foreignKind(.avif)), (Pictures.heic, .foreignKind(.heic)),
    (Pictures.png(10_000, 10_000), .tooManyPixels(width: 10_000, height: 10_000)),
    (Pictures.png(5000, 1), .tooManyPixels(width: 5000, height: 1)),
    (Array(Pictures.png(30, 20, padding: 400).prefix(200)), .truncated),
    (Pictures.png(30, 20, padding: 5_000_000), .tooLarge(limit: 5_000_000)),
  ])
  func aRefusedPictureIsntRequestedAgainForFiveMinutes(
    bytes: [UInt8], reason: ImageUnavailable.Reason
  ) async throws {
    let site = Site()
    site.says(Self.url, .image(bytes, etag: nil, lifetime: nil))
    let images = site.cache()
    #expect(await site.reason(images, Self.url) == reason)
    #expect(await images.usage().count == 0)
    // Even after a restart, a refused picture isn't requested again until five minutes have passed.
    site.now = 299_999
    #expect(await site.reason(site.cache(), Self.url) == reason)
    #expect(site.asked.count == 1)
    site.now = 300_000
    #expect(await site.reason(images, Self.url) == reason)
    #expect(site.asked.count == 2)
  }

  @Test("a hundred requests for one picture are sent as one request", .fault("I12"))
  func aHundredRequestsForOnePictureAreSentAsOneRequest() async throws {
    let site = Site()
    site.says(Self.url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
    let cache = site.cache()
    let widths = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<100 { group.addTask { try? await cache.image(Self.url).width } }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(widths == Array(repeating: 3, count: 100))
    #expect(site.asked.count == 1)
  }

  @Test("an expired picture is requested again with its ETag", .fault("I17"))
  func anExpiredPictureIsRequestedAgainWithItsETag() async throws {
    let site = Site()
    site.says(Self.url, .image(Pictures.png(3, 2), etag: "\"7\"", lifetime: 3600))
    _ = try await site.cache().image(Self.url)
    site.now = 3_599_999
    _ = try await site.cache().image(Self.url)
    #expect(site.asked.count == 1)
    site.says(Self.url, .unchanged(lifetime: 3600))
    site.now = 3_600_000
    #expect(try await site.cache().image(Self.url).width == 3)
    site.now = 7_199_999
    _ = try await site.cache().image(Self.url)
    #expect(site.asked == [Self.url, Self.url + " \"7\""])
    // The server's confirmation at 3,600 s also restarts the limit of thirty days.
    site.now = 30 * Self.day + 1000
    #expect(await site.cache().sweep() == 0)
    site.now += 3_600_000
    #expect(await site.cache().sweep() == 1)
  }

  @Test("if the server is unreachable, the old picture is used")
  func ifTheServerIsUnreachableTheOldPictureIsUsed() async throws {
    let site = Site()
    site.says(Self.url, .image(Pictures.png(3, 2), etag: nil, lifetime: 60))
    let cache = site.cache()
    _ = try await cache.image(Self.url)
    site.says(Self.url, .failed(.unreachable))
    site.now = Self.day
    for _ in 1...5 { #expect(try await cache.image(Self.url).width == 3) }
    #expect(site.asked.count == 2)
  }

  @Test("the least recently used picture is removed first", .fault("I07"))
  func theLeastRecentlyUsedPictureIsRemovedFirst() async throws {
    let site = Site()
    let cache = site.cache(ImageLimits(storage: ImageStorageLimits(count: 200)))
    for number in 0..<201 {
      if number == 200 { _ = try await cache.image("https://flags.example/0.png") }
      site.now += 1
      site.says("https://flags.example/\(number).png", .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
      _ = try await cache.image("https://flags.example/\(number).png")
    }
    #expect(await cache.usage().count == 200)
    let before = site.asked.count
    _ = try await cache.image("https://flags.example/0.png")
    #expect(site.asked.count == before)
    _ = try await cache.image("https://flags.example/1.png")
    #expect(site.asked.count == before + 1)
  }

  @Test("above its size limit, the cache shrinks to 70 per cent", .fault("I09"))
  func aboveItsSizeLimitTheCacheShrinksTo70PerCent() async throws {
    let site = Site()
    let cache = site.cache(ImageLimits(storage: ImageStorageLimits(bytes: 100_000)))
    for number in 0..<11 {
      site.now += 1
      site.says("https://a.example/\(number)", .image(Pictures.png(3, 2, padding: 9940), etag: nil, lifetime: nil))
      _ = try await cache.image("https://a.example/\(number)")
    }
    #expect(await cache.usage().bytes <= 70_000)
    #expect((6...7).contains(await cache.usage().count))
  }

  @Test("pictures are kept for thirty days at most", .fault("I08"))
  func picturesAreKeptForThirtyDaysAtMost() async throws {
    let site = Site()
    let cache = site.cache()
    for (number, time) in [0, 2000].enumerated() {
      site.now = Int64(time)
      site.says("https://a.example/\(number)", .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
      _ = try await cache.image("https://a.example/\(number)")
    }
    site.now = 30 * Self.day + 1000
    #expect(await cache.sweep() == 1)
    #expect(await cache.usage().count == 1)
  }

  @Test("wiping a member's data removes only that member's pictures", .fault("I18"))
  func wipingAMembersDataRemovesOnlyThatMembersPictures() async throws {
    let site = Site()
    let (avatar, flag) = ("https://kurs.example/avatar", Self.url)
    for url in [avatar, flag] { site.says(url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil)) }
    let cache = site.cache()
    _ = try await cache.image(avatar, member: "anna")
    _ = try await cache.image(flag)
    try await cache.wipe("anna")
    #expect(await cache.usage().count == 1)
    _ = try await cache.image(flag)
    #expect(site.asked == [avatar + " anna", flag])
  }

  @Test("a member never sees another member's picture") func aMemberNeverSeesAnotherMembersPicture() async throws {
    let site = Site()
    site.says(Self.url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
    let cache = site.cache()
    for member in ["anna", "bert", "anna"] { _ = try await cache.image(Self.url, member: member) }
    #expect(site.asked == [Self.url + " anna", Self.url + " bert"])
  }

  @Test("at double resolution, the double-size picture is used if it exists")
  func atDoubleResolutionTheDoubleSizePictureIsUsedIfItExists() async throws {
    let site = Site()
    let cache = site.cache()
    let (small, large) = ("https://a.example/flag.png?v=2", "https://a.example/flag@2x.png?v=2")
    site.says(small, .image(Pictures.png(16, 16), etag: nil, lifetime: nil))
    #expect(try await cache.image(small, scale: 2).scale == 1)
    #expect(try await cache.image(small, scale: 2).width == 16)
    #expect(site.asked == [large, small])
    site.says(large, .image(Pictures.png(32, 32), etag: nil, lifetime: nil))
    site.now = Self.day
    let image = try await cache.image(small, scale: 2)
    #expect((image.scale, image.width) == (2, 32))
  }

  @Test("a stored picture with changed bytes is downloaded again")
  func aStoredPictureWithChangedBytesIsDownloadedAgain() async throws {
    let site = Site()
    site.says(Self.url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
    _ = try await site.cache().image(Self.url)
    let file = try DatabaseQueue(path: site.path)
    try await file.write { try $0.execute(sql: "UPDATE image SET bytes = ?", arguments: [Data(Pictures.png(9, 9))]) }
    try file.close()
    #expect(try await site.cache().image(Self.url).width == 3)
    #expect(site.asked.count == 2)
  }

  @Test("a damaged image cache is replaced, and pictures load again")
  func aDamagedImageCacheIsReplacedAndPicturesLoadAgain() async throws {
    let site = Site()
    site.says(Self.url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
    _ = try await site.cache().image(Self.url)
    try Data("this is no database, not even nearly one".utf8).write(to: URL(filePath: site.path))
    try? FileManager.default.removeItem(atPath: site.path + "-wal")
    #expect(try await site.cache().image(Self.url).width == 3)
  }
}
