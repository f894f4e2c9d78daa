// SPDX-License-Identifier: GPL-3.0-or-later

/// A kind of picture that is shown wherever gdk-pixbuf is, with nothing added to it.
///
/// SVG is not among them, for it is a program that can ask for other files.
public enum ImageKind: String, CaseIterable, Sendable {
  case png = "image/png"
  case jpeg = "image/jpeg"
  case gif = "image/gif"

  /// Judged by the bytes alone (WHATWG, MIME Sniffing, 6.1): what a server says of them is no guide.
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
