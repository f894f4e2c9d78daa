// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Reads secrets from files, because other users could see arguments and environment variables.
enum SecretFile {
  enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    case empty(String)
    case notAKey(String)
    case unreadable(String, String)
    case unwritable(String, String)

    var description: String {
      switch self {
      case .empty(let path): "\(path) is empty. Write the secret into it."
      case .notAKey(let path): "\(path) isn't a key of 64 hexadecimal digits. Restore the key. If you remove the file, all members must sign in again."
      case .unreadable(let path, let reason): "Can't read \(path): \(reason)"
      case .unwritable(let path, let reason): "Can't write \(path): \(reason)"
      }
    }
  }

  static func text(at path: String) throws -> String {
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: path)) } catch {
      throw Fault.unreadable(path, FileFault.reason(of: error))
    }
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw Fault.empty(path) }
    return text
  }

  /// Returns the 32-byte key that the file contains in hexadecimal form. Creates the file if it doesn't exist.
  static func key(at path: String) throws -> [UInt8] {
    if !FileManager.default.fileExists(atPath: path) {
      let text = Hexadecimal.text(SystemRandom.bytes(32)) + "\n"
      // The file is written completely or not at all, because a full disk must not leave an empty key.
      do {
        try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      } catch {
        throw Fault.unwritable(path, FileFault.reason(of: error))
      }
    }
    guard let key = Hexadecimal.bytes(try text(at: path)), key.count == 32 else { throw Fault.notAKey(path) }
    return key
  }
}

/// Describes a file error in a few words, because Foundation's description is a long dump.
enum FileFault {
  static func reason(of error: any Error) -> String {
    let error = error as NSError
    let below = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    if below.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(below.code))) }
    // Common errors have separate texts, because Foundation's texts for them contain a number or several sentences.
    return switch CocoaError.Code(rawValue: error.code) {
    case .fileReadUnknown: "it isn't a readable file"
    case .fileWriteOutOfSpace: "the disk is full"
    default: error.localizedDescription
    }
  }
}
