// SPDX-License-Identifier: GPL-3.0-or-later

/// A kind of picture that is known but not shown: its decoder is not on every machine, so some would see nothing.
public enum ForeignImageKind: String, CaseIterable, Sendable {
  case webp = "WebP"
  case avif = "AVIF"
  case heic = "HEIC"

  /// Judged by the bytes alone (WHATWG, MIME Sniffing, 6.1; ISO/IEC 14496-12, 4.3; ISO/IEC 23008-12, annex B).
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
