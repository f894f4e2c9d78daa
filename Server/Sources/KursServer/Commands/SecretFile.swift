// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Secrets come in through files: an argument or a variable of the environment is seen by others.
enum SecretFile {
  enum Fault: Error, Hashable, Sendable {
    case empty(String)
    case notAKey(String)
  }

  /// The content of a file without its line end.
  static func text(at path: String) throws -> String {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw Fault.empty(path) }
    return text
  }

  /// The 32 bytes in a file, in hexadecimal; made when there is no such file.
  static func key(at path: String) throws -> [UInt8] {
    if !FileManager.default.fileExists(atPath: path) {
      let text = Hexadecimal.text(SystemRandom.bytes(32)) + "\n"
      try Data(text.utf8).write(to: URL(filePath: path), options: .withoutOverwriting)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
    guard let key = Hexadecimal.bytes(try text(at: path)), key.count == 32 else { throw Fault.notAKey(path) }
    return key
  }
}
