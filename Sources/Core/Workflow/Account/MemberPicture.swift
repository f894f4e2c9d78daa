// SPDX-License-Identifier: GPL-3.0-or-later

import KursLocalCache
public import KursModel

public enum MemberPicture: Hashable, Sendable {
  case none
  case shown(DecodedImage)
  case unavailable(PictureFault)
}

public enum PictureFault: Error, Hashable, Sendable {
  case unreachable
  case status(Int)
  case tooLarge
  /// The file is damaged or isn't a picture.
  case unusable
  case foreignKind(String)
  case unreadable

  init(_ reason: ImageUnavailable.Reason) {
    switch reason {
    case .unreachable: self = .unreachable
    case .status(let status): self = .status(status)
    case .tooLarge, .tooManyPixels: self = .tooLarge
    case .foreignKind(let kind): self = .foreignKind(kind.rawValue)
    case .notAnImage, .truncated, .undecodable: self = .unusable
    }
  }
}

/// A picture file that the user chose. Its size and type are checked before it is decoded.
public struct PictureFile: Hashable, Sendable {
  public let bytes: [UInt8]
  public let type: String

  // These limits are higher than the limits for downloaded pictures, because large photographs are scaled down.
  private static let limits = ImageLimits(bytes: 30_000_000, side: 20_000, pixels: 120_000_000)

  @concurrent
  public static func read(_ path: String) async throws(PictureFault) -> PictureFile {
    let bytes: [UInt8]
    do throws(WholeFile.ReadFault) { bytes = try WholeFile.bytes(of: path, limit: limits.bytes) } catch {
      switch error {
      case .notReadable: throw .unreadable
      case .tooLarge: throw .tooLarge
      }
    }
    return try PictureFile(bytes)
  }

  init(_ bytes: [UInt8]) throws(PictureFault) {
    if let reason = Self.limits.violation(by: bytes) { throw PictureFault(reason) }
    guard let header = ImageHeader(bytes) else { throw .unusable }
    type = header.kind.rawValue
    self.bytes = header.still(of: bytes)
  }
}
