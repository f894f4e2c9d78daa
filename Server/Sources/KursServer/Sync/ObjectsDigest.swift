// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// A digest of all objects of a member. If client and server have the same digest, they have the same objects. It is
/// the XOR of the digests of all objects that aren't deleted. So after a change, only the changed object is hashed.
struct ObjectsDigest: Hashable, Sendable {
  private(set) var bytes = [UInt8](repeating: 0, count: 16)

  init() {}

  init?(stored: Data) {
    guard stored.count == 16 else { return nil }
    bytes = [UInt8](stored)
  }

  /// Creates the digest of one object. It is zero for a deleted object.
  init(of object: SyncObject?) {
    guard let object, object.deleted == nil else { return }
    var text = Array("\(object.id.text)\n\(object.kind)\n".utf8)
    for (name, field) in object.fields.sorted(by: { $0.key < $1.key }) {
      text += Array("\(name)\n\(field.edited)\n\(field.value.utf8.count)\n".utf8)
      text += Array(field.value.utf8)
      text.append(UInt8(ascii: "\n"))
    }
    bytes = Array(SHA256.digest(text).prefix(16))
  }

  mutating func toggle(_ other: ObjectsDigest) {
    for index in bytes.indices { bytes[index] ^= other.bytes[index] }
  }

  var text: String { Hexadecimal.text(bytes) }
}
