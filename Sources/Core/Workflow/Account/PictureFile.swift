// SPDX-License-Identifier: GPL-3.0-or-later
import KursLocalCache

/// A file that the person picked for their picture, judged by its bytes before anything is decoded.
public struct PictureFile: Hashable, Sendable {
  public let bytes: [UInt8]
  /// Its media type.
  public let type: String

  // A photograph is scaled down while it is decoded, so more of it is taken than of what a server sends.
  private static let limits = ImageLimits(bytes: 30_000_000, side: 20_000, pixels: 120_000_000)

  /// Reads it beside whoever waits for it.
  @concurrent
  public static func read(_ path: String) async throws(PictureFault) -> PictureFile {
    let bytes: [UInt8]
    do throws(WholeFile.ReadFault) { bytes = try WholeFile.bytes(of: path, limit: limits.bytes) } catch {
      switch error {
      case .closed: throw .unreadable
      case .tooLarge: throw .tooLarge
      }
    }
    return try PictureFile(bytes)
  }

  init(_ bytes: [UInt8]) throws(PictureFault) {
    if let reason = Self.limits.objection(to: bytes) { throw PictureFault(reason) }
    guard let header = ImageHeader(bytes) else { throw .unusable }
    type = header.kind.rawValue
    self.bytes = header.still(of: bytes)
  }
}
