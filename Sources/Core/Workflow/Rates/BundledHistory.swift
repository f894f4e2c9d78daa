// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import KursItems
public import KursModel

public struct BundledHistory: Sendable {
  public let provider: ProviderID
  public let path: String
  /// The free bytes that the whole history requires: 4 MB for rates, and 8 MB that stay free for the user's data.
  static let room: UInt64 = 12 << 20
  /// The free bytes that the newest day requires. The day itself needs 60 kB.
  static let roomOfNewestDay: UInt64 = 1 << 20

  public init(provider: ProviderID, path: String) {
    self.provider = provider
    self.path = path
  }

  /// Returns an identity from the file's last bytes. Each start checks it, and few starts read the whole file.
  func identity() throws(RatesFailure) -> String {
    guard let tail = Self.tail(of: path, bytes: 1024) else { throw .fileNotReadable(path: path) }
    if let identity = ZipEntry.identity(fromTail: tail) { return identity }
    // Reads the whole file, because a comment follows the directory or the file is damaged.
    let bytes = try load()
    do { return try ZipEntry(bytes).identity } catch { throw .document(provider: provider, error) }
  }

  func load() throws(RatesFailure) -> [UInt8] { try RatesImport.contents(of: path) }

  private static func tail(of path: String, bytes count: Int) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    fseek(file, 0, SEEK_END)
    fseek(file, max(0, ftell(file) - count), SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: count)
    let read = fread(&bytes, 1, count, file)
    return Array(bytes.prefix(read))
  }
}
