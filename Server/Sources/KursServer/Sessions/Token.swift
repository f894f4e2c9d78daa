// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

struct Token: Hashable, Sendable {
  enum Kind: UInt8, Sendable { case access = 1, refresh = 2 }

  let kind: Kind
  let session: UUID
  /// The number of this token's pair in the session. The first pair has the number 1.
  let generation: Int
  /// The epoch of the server that created the token. Each restore begins a new epoch and makes earlier tokens invalid.
  let epoch: UInt32
  let expires: Instant
}

extension Token {
  // The size of a token in bytes: kind 1, session 16, generation 4, epoch 4, expiry 8. Numbers are big-endian.
  static let byteCount = 33

  var bytes: [UInt8] {
    var bytes = [kind.rawValue]
    withUnsafeBytes(of: session.uuid) { bytes += $0 }
    withUnsafeBytes(of: UInt32(generation).bigEndian) { bytes += $0 }
    withUnsafeBytes(of: epoch.bigEndian) { bytes += $0 }
    withUnsafeBytes(of: expires.milliseconds.bigEndian) { bytes += $0 }
    return bytes
  }

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
