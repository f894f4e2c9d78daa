// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

/// A picture's header. Kurs reads it before decoding, to refuse pictures that would fill the memory.
public struct ImageHeader: Hashable, Sendable {
  public let kind: ImageKind
  public let width: Int
  public let height: Int
  public let isComplete: Bool

  public init?(_ bytes: [UInt8]) {
    guard let kind = ImageKind(of: bytes) else { return nil }  // guards I04, I05, I06: ImageKind(of: bytes) => ImageKind.png
    let reader = ImageBytes(bytes)
    let size: (width: Int, height: Int)?
    switch kind {
    case .png: (size, isComplete) = (reader.pngSize, reader.reachesEndOfPNG)
    case .jpeg: (size, isComplete) = (reader.jpegSize, reader.hasEndOfJPEG)
    case .gif: (size, isComplete) = (reader.gifSize, reader.hasEndOfGIF)
    }
    guard let size, size.width > 0, size.height > 0 else { return nil }
    self.kind = kind
    (width, height) = size
  }
}

struct ImageBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func number(at place: Int, _ size: Int, bigEndian: Bool) -> Int? {
    guard place >= 0, place + size <= bytes.count else { return nil }
    let part = bytes[place..<(place + size)]
    let ordered = bigEndian ? Array(part) : part.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }

  func head(_ count: Int) -> [UInt8] { Array(bytes.prefix(count)) }

  func has(_ text: String, at place: Int) -> Bool { bytes.dropFirst(place).starts(with: text.utf8) }

  // Reads the size in pixels from the PNG's first chunk (third edition, 5.3 and 11.2.1). Nil for an incomplete chunk.
  var pngSize: (width: Int, height: Int)? {
    guard has("IHDR", at: 12), let width = number(at: 16, 4, bigEndian: true),
      let height = number(at: 20, 4, bigEndian: true)
    else { return nil }
    return (width, height)
  }

  var reachesEndOfPNG: Bool {
    var place = 8
    while let length = number(at: place, 4, bigEndian: true), length <= bytes.count - place - 12 {
      if has("IEND", at: place + 4) { return true }
      place += length + 12
    }
    return false
  }

  // Reads the size in pixels from the JPEG's start of frame (ITU T.81, B.1.1.3 and B.2.2). Nil without that segment.
  var jpegSize: (width: Int, height: Int)? {
    var place = 2
    while number(at: place, 1, bigEndian: true) == 0xFF, let marker = number(at: place + 1, 1, bigEndian: true) {
      if marker == 0xFF {
        place += 1
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        guard let height = number(at: place + 5, 2, bigEndian: true),
          let width = number(at: place + 7, 2, bigEndian: true)
        else { return nil }
        return (width, height)
      }
      guard let length = number(at: place + 2, 2, bigEndian: true), length >= 2 else { return nil }
      place += 2 + length
    }
    return nil
  }

  var hasEndOfJPEG: Bool {
    bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 } != nil
  }

  // Reads the size in pixels from the GIF's screen descriptor (GIF89a, section 18). Nil if the header is incomplete.
  var gifSize: (width: Int, height: Int)? {
    guard let width = number(at: 6, 2, bigEndian: false), let height = number(at: 8, 2, bigEndian: false) else {
      return nil
    }
    return (width, height)
  }

  var hasEndOfGIF: Bool { bytes.last { $0 != 0 } == 0x3B }
}

/// A picture format that Kurs doesn't show, because not every computer can decode it.
public enum ForeignImageKind: String, CaseIterable, Sendable {
  case webp = "WebP"
  case avif = "AVIF"
  case heic = "HEIC"

  /// Finds the format by the bytes (WHATWG MIME Sniffing 6.1, ISO/IEC 14496-12 4.3, ISO/IEC 23008-12 annex B).
  public init?(of bytes: [UInt8]) {
    let place = ImageBytes(bytes)
    if place.has("RIFF", at: 0), place.has("WEBPVP", at: 8) {
      self = .webp
    } else if place.has("ftypavif", at: 4) || place.has("ftypavis", at: 4) {
      self = .avif
    } else if ["heic", "heix", "hevc", "hevx", "mif1", "msf1"].contains(where: { place.has("ftyp" + $0, at: 4) }) {
      self = .heic
    } else {
      return nil
    }
  }
}

/// A picture format that Kurs decodes. SVG is missing, because an SVG picture can load other files.
public enum ImageKind: String, CaseIterable, Sendable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"

  /// Recognises the format by the bytes alone (WHATWG MIME Sniffing 6.1), because the server's type may be wrong.
  public init?(of bytes: [UInt8]) {
    let kind = Self.allCases.first { kind in
      switch kind {
      case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
      case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
      }
    }
    guard let kind else { return nil }
    self = kind
  }
}

public struct ImageLimits: Hashable, Sendable {
  /// The most pictures and bytes on disk, and the longest time without use in milliseconds.
  public var storage: ImageStorageLimits
  public var bytes: Int
  public var side: Int
  public var pixels: Int

  public init(
    storage: ImageStorageLimits = ImageStorageLimits(), bytes: Int = 5_000_000, side: Int = 4096,
    pixels: Int = 16_777_216
  ) {
    self.storage = storage
    self.bytes = bytes
    self.side = side
    self.pixels = pixels
  }

  public func violation(by bytes: [UInt8]) -> ImageUnavailable.Reason? {
    guard bytes.count <= self.bytes else { return .tooLarge(limit: self.bytes) }
    guard let header = ImageHeader(bytes) else {
      return ForeignImageKind(of: bytes).map { .foreignKind($0) } ?? .notAnImage
    }
    guard header.width <= side, header.height <= side, header.width * header.height <= pixels else {  // guards I01, I02
      return .tooManyPixels(width: header.width, height: header.height)
    }
    return header.isComplete ? nil : .truncated  // guards I03: header.isComplete => true
  }
}

public struct DecodingAllowance: Hashable, Sendable {
  private static let failuresAllowed = 3
  /// The milliseconds within which `failuresAllowed` failures pause decoding.
  private static let span: Int64 = 60_000
  private var failures: [Int64] = []

  public init() {}

  /// Returns the time at which decoding may start again. Nil if it may start now.
  public mutating func pausedUntil(at now: Timestamp) -> Timestamp? {
    // Ignore failures in the future, which were noted before the user set the clock back.
    failures.removeAll { $0 + Self.span <= now.milliseconds || $0 > now.milliseconds }
    guard failures.count >= Self.failuresAllowed, let first = failures.first else { return nil }
    return Timestamp(milliseconds: first + Self.span)
  }

  public mutating func failed(at now: Timestamp) {
    failures.append(now.milliseconds)
  }
}
