// SPDX-License-Identifier: GPL-3.0-or-later

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
