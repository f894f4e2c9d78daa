// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Synchronization
import Testing
import TestSupport

@testable import KursLocalCache

@Suite struct DecodedImagesTests {
  private typealias Site = ImageCacheTests.Site
  private static let url = ImageCacheTests.url

  /// A decoder that records its calls and fails if a test has set it to fail.
  private final class Decoder: Sendable {
    private let state = Mutex<(isBroken: Bool, asked: [(count: Int, type: String, side: Int)])>((false, []))
    private let elsewhere = Mutex<@Sendable () async -> Void> {}

    var asked: [(count: Int, type: String, side: Int)] { state.withLock { $0.asked } }
    func breaks(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }
    /// Sets the work that runs while the decoder works.
    func meanwhile(_ body: @escaping @Sendable () async -> Void) { elsewhere.withLock { $0 = body } }

    func images(_ site: Site, limit: Int = 16) -> DecodedImages {
      DecodedImages(of: site.cache(), limit: limit, clock: { Timestamp(milliseconds: site.now) }) {
        [self] bytes, type, side in
        let isBroken = state.withLock { state in
          state.asked.append((bytes.count, type, side))
          return state.isBroken
        }
        // Lets other tasks run while the decoder works.
        await Task.yield()
        await elsewhere.withLock { $0 }()
        return isBroken ? nil : DecodedImage(width: 1, height: 1, pixels: [1, 2, 3, 255])
      }
    }
  }

  private static func reason(
    _ images: DecodedImages, _ url: String = url
  ) async -> (ImageUnavailable.Reason, until: Int64)? {
    do throws(ImageUnavailable) {
      _ = try await images.image(url, side: 32)
      return nil
    } catch {
      return (error.reason, error.until.milliseconds)
    }
  }

  @Test("a hundred requests for one picture cause one download and one decoding", .fault("I12"))
  func aHundredRequestsForOnePictureCauseOneDownloadAndOneDecoding() async throws {
    let (site, decoder) = (Site(), Decoder())
    site.says(Self.url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
    let images = decoder.images(site)
    let widths = await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<100 { group.addTask { try? await images.image(Self.url, side: 32, scale: 2).width } }
      return await group.reduce(into: [Int?]()) { $0.append($1) }
    }
    #expect(widths == Array(repeating: 1, count: 100))
    // The picture with twice the pixels, `name@2x`, is requested first. Each of the two URLs is requested once.
    #expect(site.asked.count == 2)
    #expect(decoder.asked.map(\.side) == [64])
    #expect(decoder.asked.map(\.type) == ["image/png"])
  }

  @Test("an unchanged picture is not decoded again", .fault("I17"))
  func anUnchangedPictureIsNotDecodedAgain() async throws {
    let (site, decoder) = (Site(), Decoder())
    site.says(Self.url, .image(Pictures.png(3, 2), etag: "\"7\"", lifetime: 3600))
    let images = decoder.images(site)
    _ = try await images.image(Self.url, side: 32)
    site.says(Self.url, .unchanged(lifetime: 3600))
    site.now = 3_600_000
    _ = try await images.image(Self.url, side: 32)
    #expect(site.asked.count == 2)
    #expect(decoder.asked.count == 1)
    site.says(Self.url, .image(Pictures.png(5, 2), etag: "\"8\"", lifetime: 3600))
    site.now = 7_200_000
    _ = try await images.image(Self.url, side: 32)
    #expect(decoder.asked.count == 2)
  }

  @Test("a failing decoder starts at most three times a minute", .fault("I14"))
  func aFailingDecoderStartsAtMostThreeTimesAMinute() async throws {
    let (site, decoder) = (Site(), Decoder())
    decoder.breaks(true)
    let images = decoder.images(site)
    for number in 0..<5 {
      site.now = Int64(number) * 1000
      site.says("https://a.example/\(number)", .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
      let (reason, until) = try #require(await Self.reason(images, "https://a.example/\(number)"))
      #expect(reason == .undecodable)
      // After a failure, a picture isn't tried again for five minutes. After three failures, other pictures wait until
      // a minute after the first failure.
      #expect(until == (number < 3 ? site.now + 300_000 : 60_000))
    }
    #expect(decoder.asked.count == 3)
    decoder.breaks(false)
    site.now = 59_999
    #expect(await Self.reason(images, "https://a.example/4")?.0 == .undecodable)
    site.now = 60_000
    #expect(await Self.reason(images, "https://a.example/4") == nil)
    // A failed picture is retried after five minutes.
    #expect(await Self.reason(images, "https://a.example/0")?.0 == .undecodable)
    site.now = 300_000
    #expect(await Self.reason(images, "https://a.example/0") == nil)
    #expect(decoder.asked.count == 5)
  }

  @Test("after three failed decodings, the other parallel decodings don't start", .fault("I14"))
  func afterThreeFailedDecodingsTheOtherParallelDecodingsDontStart() async throws {
    let (site, decoder) = (Site(), Decoder())
    decoder.breaks(true)
    let images = decoder.images(site)
    let urls = (0..<30).map { "https://a.example/\($0)" }
    for url in urls { site.says(url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil)) }
    let reasons = await withTaskGroup(of: ImageUnavailable.Reason?.self) { group in
      for url in urls { group.addTask { await Self.reason(images, url)?.0 } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(reasons == Array(repeating: .undecodable, count: 30))
    #expect(decoder.asked.count == 3)
  }

  @Test("a picture wiped during decoding is not stored", .fault("I18"))
  func aPictureWipedDuringDecodingIsNotStored() async throws {
    let (site, decoder) = (Site(), Decoder())
    site.says(Self.url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil))
    let images = decoder.images(site)
    decoder.meanwhile { await images.wipe("anna") }
    _ = try await images.image(Self.url, member: "anna", side: 8)
    decoder.meanwhile {}
    _ = try await images.image(Self.url, member: "anna", side: 8)
    #expect(decoder.asked.count == 2)
  }

  @Test("setting the clock back does not block decoding") func settingTheClockBackDoesNotBlockDecoding() {
    var allowance = DecodingAllowance()
    for _ in 0..<3 { allowance.failed(at: Timestamp(milliseconds: 1_000_000)) }
    #expect(allowance.pausedUntil(at: Timestamp(milliseconds: 1_000_001)) == Timestamp(milliseconds: 1_060_000))
    #expect(allowance.pausedUntil(at: Timestamp(milliseconds: 5)) == nil)
  }

  @Test("with room for two decoded pictures, the two last used are kept")
  func withRoomForTwoDecodedPicturesTheTwoLastUsedAreKept() async throws {
    let (site, decoder) = (Site(), Decoder())
    let images = decoder.images(site, limit: 2)
    let urls = (0..<3).map { "https://a.example/\($0)" }
    for url in urls { site.says(url, .image(Pictures.png(3, 2), etag: nil, lifetime: nil)) }
    for url in [urls[0], urls[1], urls[0], urls[2], urls[0]] { _ = try await images.image(url, side: 8) }
    #expect(decoder.asked.count == 3)
    _ = try await images.image(urls[1], side: 8)
    #expect(decoder.asked.count == 4)
    _ = try await images.image(urls[0], member: "anna", side: 8)
    await images.wipe("anna")
    _ = try await images.image(urls[0], member: "anna", side: 8)
    #expect(decoder.asked.count == 6)
  }

  @Test("of an animation with ten thousand frames, only the first is decoded", .fault("I20"))
  func ofAnAnimationWithTenThousandFramesOnlyTheFirstIsDecoded() async throws {
    let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    let control: [UInt8] = [0x21, 0xF9, 4, 0, 10, 0, 0, 0]
    let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    let screen: [UInt8] = [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
    let head: [UInt8] = Array("GIF89a".utf8) + screen + loop
    let first: [UInt8] = head + control + frame
    let many: [UInt8] = (0..<10_000).reduce(into: head) { all, _ in all += control + frame } + [0x3B]
    let image = CachedImage(bytes: many, kind: .gif, width: 1, height: 1, scale: 1)
    let start = ContinuousClock.now
    #expect(image.still == first + [0x3B])
    // Skipping all frames after the first takes far less than the 200 ms that a picture may take.
    #expect(ContinuousClock.now - start < .milliseconds(50))
    let (site, decoder) = (Site(), Decoder())
    site.says(Self.url, .image(many, etag: nil, lifetime: nil))
    _ = try await decoder.images(site).image(Self.url, side: 32)
    #expect(decoder.asked.map(\.count) == [first.count + 1])
    // A file that is truncated in its first frame stays unchanged, and nothing past its end is read.
    for length in 0..<first.count {
      let cut = CachedImage(bytes: Array(many.prefix(length)), kind: .gif, width: 1, height: 1, scale: 1)
      #expect(cut.still == cut.bytes, "\(length)")
    }
    let png = CachedImage(bytes: Pictures.png(3, 2), kind: .png, width: 3, height: 2, scale: 1)
    #expect(png.still == png.bytes)
  }

  @Test("incomplete or wrong output of the decoder is refused")
  func incompleteOrWrongOutputOfTheDecoderIsRefused() throws {
    let written: [UInt8] = [2, 0, 0, 0, 1, 0, 0, 0] + [1, 2, 3, 4, 5, 6, 7, 8]
    let image = try #require(DecodedImage(written: written))
    #expect((image.width, image.height, image.pixels) == (2, 1, [1, 2, 3, 4, 5, 6, 7, 8]))
    for length in 0..<written.count { #expect(DecodedImage(written: Array(written.prefix(length))) == nil) }
    #expect(DecodedImage(written: written + [9]) == nil)
    #expect(DecodedImage(written: [0, 0, 0, 0, 1, 0, 0, 0, 1]) == nil)
    #expect(DecodedImage(written: [255, 255, 255, 255, 255, 255, 255, 255, 1]) == nil)
  }
}
