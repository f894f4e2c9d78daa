// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Decodes each picture once, in a separate process that may crash. Keeps the last few decoded pictures in memory.
public actor DecodedImages {
  /// Decodes a picture to at most `side` pixels in width and height. Returns nil if decoding fails or takes too long.
  public typealias Decode = @Sendable (_ bytes: [UInt8], _ type: String, _ side: Int) async -> DecodedImage?

  private struct Key: Hashable {
    let url: String
    let member: String
    let side: Int
    let scale: Int
  }

  private typealias Outcome = Result<DecodedImage, ImageUnavailable>

  private struct CachedResult {
    let source: CachedImage
    let result: Outcome

    func isGood(at now: Timestamp) -> Bool {
      switch result {
      case .success: true
      case .failure(let failure): failure.until > now
      }
    }
  }

  private let cache: ImageCache
  private let limit: Int
  private let clock: @Sendable () -> Timestamp
  private let decode: Decode
  private let report: ImageCache.Report
  private var cached: [(key: Key, entry: CachedResult)] = []
  private var decoding: [Key: (source: CachedImage, task: Task<Outcome, Never>)] = [:]
  private var last: Task<Outcome, Never>?
  private var allowance = DecodingAllowance()

  /// Creates the cache. `limit`: the most decoded pictures in memory. `report` receives pictures that can't be decoded.
  public init(
    of cache: ImageCache, limit: Int = 16, clock: @escaping @Sendable () -> Timestamp,
    report: @escaping ImageCache.Report = { _, _ in }, decode: @escaping Decode
  ) {
    self.cache = cache
    self.limit = limit
    self.clock = clock
    self.decode = decode
    self.report = report
  }

  /// Returns a decoded picture. `side` is in points, and `scale` is in pixels per point.
  public func image(
    _ url: String, member: String = "", side: Int, scale: Int = 1
  ) async throws(ImageUnavailable) -> DecodedImage {
    let source = try await cache.image(url, member: member, scale: scale)
    return try await decoded(source, Key(url: url, member: member, side: side, scale: scale)).get()
  }

  public func wipe(_ member: String) {
    cached.removeAll { $0.key.member == member }
    decoding = decoding.filter { $0.key.member != member }
  }
}

extension DecodedImages {
  private func decoded(_ source: CachedImage, _ key: Key) async -> Outcome {
    if let place = cached.firstIndex(where: { $0.key == key }) {
      let known = cached.remove(at: place)
      if known.entry.source == source, known.entry.isGood(at: clock()) {  // guards I17
        cached.append(known)
        return known.entry.result
      }
    }
    if let running = decoding[key], running.source == source { return await running.task.value }  // guards I12
    let task = Task { [last] in
      // Decode one picture at a time. Several decodings at once could exceed the limit of three crashes.
      _ = await last?.value  // guards I14
      return await decodeInTurn(source, key)
    }
    decoding[key] = (source, task)
    last = task
    let result = await task.value
    if decoding[key]?.task == task { decoding[key] = nil }
    if last == task { last = nil }
    return result
  }

  private func decodeInTurn(_ source: CachedImage, _ key: Key) async -> Outcome {
    if let until = allowance.pausedUntil(at: clock()) {  // guards I14
      return .failure(ImageUnavailable(reason: .undecodable, until: until))
    }
    let result = await decodeAlone(source, side: key.side * key.scale)
    if case .failure(let failure) = result { await report(key.url, failure.reason) }
    if decoding[key]?.source == source {  // guards I18: decoding[key]?.source == source => true
      cached.append((key, CachedResult(source: source, result: result)))
      if cached.count > limit { cached.removeFirst() }
    }
    return result
  }

  private func decodeAlone(_ source: CachedImage, side: Int) async -> Outcome {
    if let image = await decode(source.still, source.kind.rawValue, side) { return .success(image) }  // guards I20: source.still => source.bytes
    let now = clock()
    allowance.failed(at: now)
    let reason = ImageUnavailable.Reason.undecodable
    return .failure(
      ImageUnavailable(reason: reason, until: Timestamp(milliseconds: now.milliseconds + reason.lifetime)))
  }
}
