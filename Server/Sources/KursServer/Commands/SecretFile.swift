// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Reads secrets from files, because other users can see arguments and environment variables.
enum SecretFile {
  enum Fault: Error, Hashable, Sendable {
    case empty(String)
    case notAKey(String)
  }

  /// Returns the content of a file without its line end.
  static func text(at path: String) throws -> String {
    let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw Fault.empty(path) }
    return text
  }

  /// Returns the 32-byte key stored in a file in hexadecimal. Creates the file if it does not exist.
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
