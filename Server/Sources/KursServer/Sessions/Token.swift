// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// What an access or refresh token says, once its seal is checked.
struct Token: Hashable, Sendable {
  enum Kind: UInt8, Sendable { case access = 1, refresh = 2 }

  let kind: Kind
  let session: UUID
  /// Which of the session's pairs it belongs to, from one.
  let generation: Int
  /// Which life of the server it is of: a restored one knows nothing of what was handed out after the copy was made.
  let epoch: UInt32
  let expires: Instant
}

extension Token {
  // 1 byte kind, 16 session, 4 generation, 4 epoch, 8 expiry; numbers big-endian.
  static let byteCount = 33

  /// The bytes that are sealed.
  var bytes: [UInt8] {
    var bytes = [kind.rawValue]
    withUnsafeBytes(of: session.uuid) { bytes += $0 }
    withUnsafeBytes(of: UInt32(generation).bigEndian) { bytes += $0 }
    withUnsafeBytes(of: epoch.bigEndian) { bytes += $0 }
    withUnsafeBytes(of: expires.milliseconds.bigEndian) { bytes += $0 }
    return bytes
  }

  /// What those bytes say.
  init?(bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    guard bytes.count == Self.byteCount, let kind = Kind(rawValue: bytes[0]) else { return nil }
    var uuid = UUID().uuid
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes[1..<17]) }
    self.kind = kind
    session = UUID(uuid: uuid)
    generation = bytes[17..<21].reduce(0) { $0 << 8 | Int($1) }
    epoch = bytes[21..<25].reduce(0) { $0 << 8 | UInt32($1) }
    expires = Instant(milliseconds: bytes[25..<33].reduce(0) { $0 << 8 | Int64($1) })
  }
}
