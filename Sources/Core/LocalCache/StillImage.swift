// SPDX-License-Identifier: GPL-3.0-or-later

extension CachedImage {
  /// The bytes without what moves: of a GIF its first frame alone, for ten thousand of them take as many times as long.
  public var still: [UInt8] { ImageHeader(bytes)?.still(of: bytes) ?? bytes }
}

extension ImageHeader {
  /// The bytes it was read from, without what moves.
  public func still(of bytes: [UInt8]) -> [UInt8] {
    kind == .gif ? ImageBytes(bytes).firstFrameOfGIF ?? bytes : bytes
  }
}

extension ImageBytes {
  // GIF89a, sections 18 to 27: blocks one after the other; the first image descriptor with its data is the first frame.
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
