// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

/// The original bytes of a picture. The caller decodes them.
public struct CachedImage: Hashable, Sendable {
  public let bytes: [UInt8]
  public let kind: ImageKind
  public let width: Int
  public let height: Int
  /// The pixels per point: 2 for a picture with twice the usual width and height.
  public let scale: Int
}

/// Loads pictures by URL from the disk or the server. Callers that need the same picture share one request.
public actor ImageCache {
  public enum Answer: Hashable, Sendable {
    /// A received picture. `lifetime` is in seconds. Nil if the server sent no lifetime.
    case image([UInt8], etag: String?, lifetime: Int?)
    case unchanged(lifetime: Int?)
    /// A failed request. `retryAfter` is in seconds. Nil if the server sent no waiting time.
    case failed(ImageUnavailable.Reason, retryAfter: Int? = nil)
    case notRequested
  }

  /// Requests a picture. Sends `etag` as `If-None-Match` if not nil, and the credentials of `member` if not empty.
  public typealias Fetch = @Sendable (_ url: String, _ member: String, _ etag: String?) async -> Answer

  public typealias Report = @Sendable (_ url: String, ImageUnavailable.Reason) async -> Void

  private struct Key: Hashable {
    let url: String
    let member: String
  }

  private let database: ImageDatabase
  private let limits: ImageLimits
  private let clock: @Sendable () -> Timestamp
  private let fetch: Fetch
  private let report: Report
  private var loading: [Key: Task<Result<StoredImage, ImageUnavailable>, Never>] = [:]

  public init(
    database: ImageDatabase, limits: ImageLimits = ImageLimits(), clock: @escaping @Sendable () -> Timestamp,
    report: @escaping Report = { _, _ in }, fetch: @escaping Fetch
  ) {
    self.database = database
    self.limits = limits
    self.clock = clock
    self.report = report
    self.fetch = fetch
  }

  /// Returns a picture. `member` is its owner, or empty if public. If `scale` is above 1, tries `name@2x.png` first.
  public func image(
    _ url: String, member: String = "", scale: Int = 1
  ) async throws(ImageUnavailable) -> CachedImage {
    if scale > 1, let large = Self.address(url, scale: 2),
      case .success(let stored) = await load(Key(url: large, member: member))
    {
      return try Self.shown(stored, scale: 2)
    }
    return try Self.shown(try await load(Key(url: url, member: member)).get(), scale: 1)
  }

  @discardableResult
  public func sweep() async -> Int {
    (try? await database.sweep(limits.storage, now: clock())) ?? 0
  }

  public func wipe(_ member: String) async throws(CacheDatabaseError) {
    for (key, task) in loading where key.member == member {
      task.cancel()
      _ = await task.value
    }
    try await database.erase(member: member)  // guards I18
  }

  public func usage() async -> (count: Int, bytes: Int) {
    (try? await database.usage()) ?? (0, 0)
  }
}

extension ImageCache {
  private func load(_ key: Key) async -> Result<StoredImage, ImageUnavailable> {
    if let task = loading[key] { return await task.value }  // guards I12
    let task = Task { await loadAlone(key) }
    loading[key] = task
    let result = await task.value
    loading[key] = nil
    return result
  }

  private func loadAlone(_ key: Key) async -> Result<StoredImage, ImageUnavailable> {
    let now = clock()
    let stored = try? await database.image(key.url, member: key.member, now: now)
    // Ignore a picture that was stored while the clock was ahead, because it would expire too late.
    if let stored, stored.expires > now, stored.stored <= now { return .success(stored) }
    let old: Result<StoredImage, ImageUnavailable>? = stored.map { .success($0) }
    if let (text, until) = try? await database.missing(key.url, member: key.member), until > now,
      let reason = ImageUnavailable.Reason(stored: text), until <= now + max(reason.lifetime, BackOff.hour)
    {
      return old ?? .failure(ImageUnavailable(reason: reason, until: until))
    }
    switch await fetch(key.url, key.member, stored?.etag) {
    case .unchanged(let lifetime):
      guard var stored else { return await unavailable(key, .notAnImage) }
      (stored.stored, stored.expires) = (now, Self.expiry(lifetime, from: now))  // guards I17
      try? await database.renew(stored)
      return .success(stored)
    case .image(let bytes, let etag, let lifetime):
      if let reason = limits.violation(by: bytes) { return await unavailable(key, reason) }  // guards I03, I05
      let new = StoredImage(
        url: key.url, member: key.member, bytes: bytes, etag: etag, stored: now,
        expires: Self.expiry(lifetime, from: now))
      if !Task.isCancelled { try? await database.store(new, limits.storage, now: now) }
      return .success(new)
    case .failed(let reason, let seconds):
      let failure = await unavailable(key, reason, asked: seconds)
      return old ?? failure
    case .notRequested:
      return old ?? .failure(ImageUnavailable(reason: .unreachable, until: now))
    }
  }

  private func unavailable(
    _ key: Key, _ reason: ImageUnavailable.Reason, asked seconds: Int? = nil
  ) async -> Result<StoredImage, ImageUnavailable> {
    let until = clock() + max(reason.lifetime, BackOff.requestedPause(seconds))
    await report(key.url, reason)
    if !Task.isCancelled {
      try? await database.noteMissing(key.url, member: key.member, reason: reason.stored, until: until)
    }
    return .failure(ImageUnavailable(reason: reason, until: until))
  }

  private static func shown(_ stored: StoredImage, scale: Int) throws(ImageUnavailable) -> CachedImage {
    // Report an unknown format if another version of Kurs, which accepts other formats, stored this picture.
    guard let header = ImageHeader(stored.bytes) else {
      throw ImageUnavailable(reason: .notAnImage, until: stored.expires)
    }
    return CachedImage(
      bytes: stored.bytes, kind: header.kind, width: header.width, height: header.height, scale: scale)
  }

  /// Returns the time of expiry: `lifetime` seconds (nil: one day) after `now`, at least a minute, at most 30 days.
  private static func expiry(_ lifetime: Int?, from now: Timestamp) -> Timestamp {
    let seconds = min(max(lifetime ?? 86_400, 60), 30 * 86_400)
    return Timestamp(milliseconds: now.milliseconds + Int64(seconds) * 1000)
  }

  /// Returns `https://host/a@2x.png?q` for `https://host/a.png?q` and scale 2; nil if the name has no extension.
  static func address(_ url: String, scale: Int) -> String? {
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    guard let point = url[..<end].lastIndex(of: "."), let slash = url[..<end].lastIndex(of: "/"), slash < point,
      url[..<slash].contains("//")
    else { return nil }
    return url[..<point] + "@\(scale)x" + url[point...]
  }
}

extension CachedImage {
  /// The bytes to decode. A GIF is cut after its first frame, because thousands of frames would take too long.
  public var still: [UInt8] { ImageHeader(bytes)?.still(of: bytes) ?? bytes }
}

extension ImageHeader {
  public func still(of bytes: [UInt8]) -> [UInt8] {
    kind == .gif ? ImageBytes(bytes).firstFrameOfGIF ?? bytes : bytes
  }
}

extension ImageBytes {
  // The bytes up to the end of the first image (GIF89a, sections 18 to 27). Nil for an incomplete file.
  var firstFrameOfGIF: [UInt8]? {
    guard let flags = number(at: 10, 1, bigEndian: false) else { return nil }
    var place = 13 + colourTable(flags)
    while let block = number(at: place, 1, bigEndian: false) {
      switch block {
      case 0x21:
        guard let end = endOfSubBlocks(from: place + 2) else { return nil }
        place = end
      case 0x2C:
        guard let flags = number(at: place + 9, 1, bigEndian: false),
          let end = endOfSubBlocks(from: place + 11 + colourTable(flags))
        else { return nil }
        return head(end) + [0x3B]
      default: return nil
      }
    }
    return nil
  }

  private func colourTable(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

  private func endOfSubBlocks(from start: Int) -> Int? {
    var place = start
    while let size = number(at: place, 1, bigEndian: false) {
      place += size + 1
      if size == 0 { return place }
    }
    return nil
  }
}

public struct ImageUnavailable: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case unreachable
    case status(Int)
    /// The bytes have an unknown format, whatever type the server sent.
    case notAnImage
    case foreignKind(ForeignImageKind)
    case truncated
    case tooLarge(limit: Int)
    case tooManyPixels(width: Int, height: Int)
    case undecodable
  }

  public let reason: Reason
  public let until: Timestamp
}

extension ImageUnavailable.Reason {
  /// The milliseconds until the picture may be requested again.
  var lifetime: Int64 {
    switch self {
    case .unreachable: 60_000
    case .status(404), .status(410): 86_400_000
    default: 300_000  // guards I03: 300_000 => 3_000
    }
  }

  init?(stored text: String) {
    let parts = text.split(separator: " ")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    switch (parts.first, numbers.count) {
    case ("unreachable", 0): self = .unreachable
    case ("status", 1): self = .status(numbers[0])
    case ("not-an-image", 0): self = .notAnImage
    case ("foreign-kind", 0):
      guard let kind = parts.last.flatMap({ ForeignImageKind(rawValue: String($0)) }) else { return nil }
      self = .foreignKind(kind)
    case ("truncated", 0): self = .truncated
    case ("too-large", 1): self = .tooLarge(limit: numbers[0])
    case ("too-many-pixels", 2): self = .tooManyPixels(width: numbers[0], height: numbers[1])
    case ("undecodable", 0): self = .undecodable
    default: return nil
    }
  }

  var stored: String {
    switch self {
    case .unreachable: "unreachable"
    case .status(let status): "status \(status)"
    case .notAnImage: "not-an-image"
    case .foreignKind(let kind): "foreign-kind \(kind.rawValue)"
    case .truncated: "truncated"
    case .tooLarge(let limit): "too-large \(limit)"
    case .undecodable: "undecodable"
    case .tooManyPixels(let width, let height): "too-many-pixels \(width) \(height)"
    }
  }
}
