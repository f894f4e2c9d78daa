// SPDX-License-Identifier: GPL-3.0-or-later

/// A member's picture. Its kind is detected from its bytes, whatever the upload says.
///
/// WebP, AVIF and HEIC are not accepted, because not every member's machine could show them.
struct Picture: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
  }

  static let byteLimit = 1_048_576

  let kind: Kind
  let bytes: [UInt8]
  /// The picture's SHA-256, in hexadecimal.
  let digest: String

  init?(bytes: [UInt8]) {
    guard let kind = Kind.allCases.first(where: { $0.begins(bytes) }) else { return nil }
    self.init(kind: kind, bytes: bytes)
  }

  init(kind: Kind, bytes: [UInt8]) {
    self.kind = kind
    self.bytes = bytes
    digest = Hexadecimal.text(SHA256.digest(bytes))
  }
}

extension Picture.Kind {
  // Whether the bytes begin like this kind (WHATWG, MIME Sniffing, section 6.1).
  fileprivate func begins(_ bytes: [UInt8]) -> Bool {
    switch self {
    case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    case .gif: bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    }
  }
}

/// A picture's description.
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
