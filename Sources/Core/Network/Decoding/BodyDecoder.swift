// SPDX-License-Identifier: GPL-3.0-or-later

/// Undoes what a server did to a body, piece by piece, and knows whether its end came.
///
/// Our own step: libcurl 7.88 takes a gzip body that ends half-way for the whole.
enum BodyDecoder {
  case plain
  case gzip(GzipDecoder)

  /// The encodings offered to servers and accepted from them.
  static let offer = "gzip"

  /// `encoding`: the value of Content-Encoding; nil for one that was not offered.
  init?(encoding: String?) {
    switch encoding?.lowercased() {
    case nil, "", "identity": self = .plain
    case "gzip", "x-gzip":
      guard let decoder = GzipDecoder() else { return nil }
      self = .gzip(decoder)
    default: return nil
    }
  }

  /// Gives each decoded piece to `take` until that says false; throws `.undecodableBody`.
  func decode(
    _ piece: UnsafeBufferPointer<UInt8>, _ take: (UnsafeBufferPointer<UInt8>) -> Bool
  ) throws(NetworkError) -> Bool {
    switch self {
    case .plain: take(piece)
    case .gzip(let decoder): try decoder.decode(piece, take)
    }
  }

  /// Whether the body may end here.
  var isWhole: Bool {
    switch self {
    case .plain: true
    case .gzip(let decoder): decoder.isWhole
    }
  }
}
