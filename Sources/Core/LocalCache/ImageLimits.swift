// SPDX-License-Identifier: GPL-3.0-or-later
public import KursStorage

/// How much of pictures is taken and kept.
public struct ImageLimits: Hashable, Sendable {
  /// Limits of the disk: number, bytes, and age in milliseconds since the last use.
  public var storage: ImageStorageLimits
  /// Bytes of one picture.
  public var bytes: Int
  /// Pixels of one side, and of all: 16 megapixels take 64 MB once decoded.
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

  /// Why the bytes are refused; nil if they are fine.
  public func objection(to bytes: [UInt8]) -> ImageUnavailable.Reason? {
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
