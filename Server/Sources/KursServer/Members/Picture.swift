// SPDX-License-Identifier: GPL-3.0-or-later

/// A member's picture. The picture's first bytes determine its kind, and the upload's headers are ignored. WebP, AVIF
/// and HEIC are refused, because not every member's computer can show them.
struct Picture: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
  }

  static let byteLimit = 1_048_576
  /// The maximum width and height in pixels. Kurs shows no larger pictures.
  static let sideLimit = 4096

  let kind: Kind
  let bytes: [UInt8]
  let digest: String

  init?(bytes: [UInt8]) {
    guard let kind = Kind.allCases.first(where: { $0.begins(bytes) }), let (width, height) = kind.size(bytes),
      (1...Self.sideLimit).contains(width), (1...Self.sideLimit).contains(height), !Self.hasMarkup(bytes)
    else { return nil }
    self.init(kind: kind, bytes: bytes)
  }

  /// Whether the picture contains markup. A browser might run the markup in spite of the picture's declared type.
  private static func hasMarkup(_ bytes: [UInt8]) -> Bool {
    let beginnings = ["script", "html", "svg", "!doctype", "iframe"].map { Array($0.utf8) }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[(start + 1)...]
      if beginnings.contains(where: { rest.prefix($0.count).map { $0 | 0x20 }.elementsEqual($0.map { $0 | 0x20 }) }) {
        return true
      }
    }
    return false
  }

  init(kind: Kind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
    digest = Hexadecimal.text(SHA256.digest(bytes))
  }
}

extension Picture.Kind {
  // Whether the bytes begin like a picture of this kind (WHATWG, MIME Sniffing, section 6.1).
  fileprivate func begins(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    }
  }
}

extension Picture.Kind {
  fileprivate func size(_ bytes: [UInt8]) -> (Int, Int)? {
    switch self {
    case .png:
      guard bytes.count >= 33, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
      return (Self.number(bytes[16..<20]), Self.number(bytes[20..<24]))
    case .gif:
      guard bytes.count >= 13 else { return nil }
      return (Self.number(bytes[6..<8].reversed()), Self.number(bytes[8..<10].reversed()))
    case .jpeg: return Self.frame(bytes)
    }
  }

  // Reads a JPEG's width and height from the segment that begins a frame (ITU-T T.81, annex B). Nil if it is missing.
  private static func frame(_ bytes: [UInt8]) -> (Int, Int)? {
    var at = 2
    while at + 9 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker == 0xFF {
        at += 1
        continue
      }
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return (number(bytes[at + 7..<at + 9]), number(bytes[at + 5..<at + 7]))
      }
      at += 2 + max(2, number(bytes[at + 2..<at + 4]))
    }
    return nil
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}

struct AvatarView: Encodable {
  let type: String
  let size: Int
  let digest: String

  init(_ picture: Picture) {
    type = picture.kind.rawValue
    size = picture.bytes.count
    digest = picture.digest
  }

  init(type: String, size: Int, digest: String) {
    self.type = type
    self.size = size
    self.digest = digest
  }
}
