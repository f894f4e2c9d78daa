// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Calculates the digest of all objects of a member, as the account server's API contract defines it.
enum ObjectsDigest {
  /// Returns the digest in hexadecimal. Ignores deleted objects, because the server doesn't store their content.
  static func text(of objects: [UserObject]) -> String {
    var sum = [UInt8](repeating: 0, count: 16)
    for object in objects where !object.isDeleted {
      let digest = SHA256.digest(lines(of: object))
      for index in sum.indices { sum[index] ^= digest[index] }
    }
    return sum.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private static func lines(of object: UserObject) -> [UInt8] {
    var text = Array("\(object.id.text)\n\(object.kind.rawValue)\n".utf8)
    for (name, field) in object.fields.sorted(by: { $0.key < $1.key }) {
      text += Array("\(name)\n\(field.edited.utcText)\n\(field.value.utf8.count)\n".utf8)
      text += Array(field.value.utf8)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }
}
