// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import KursItems
public import KursModel

public struct BundledHistory: Sendable {
  public let provider: ProviderID
  public let path: String
  /// The free bytes on disk that importing the whole history requires: 4 MB for rates, and 8 MB for the user's data.
  static let room: UInt64 = 12 << 20
  /// The free bytes on disk that importing only the newest day requires. Its rates need 60 kB.
  static let roomOfNewestDay: UInt64 = 1 << 20

  public init(provider: ProviderID, path: String) {
    self.provider = provider
    self.path = path
  }

  /// Returns a text that identifies the file's content. Usually reads only the last bytes, because each start needs it.
  func identity() throws(RatesFailure) -> String {
    guard let tail = Self.tail(of: path, bytes: 1024) else { throw .fileNotReadable(path: path) }
    if let identity = ZipEntry.identity(fromTail: tail) { return identity }
    // Reads the whole file, because the ZIP directory isn't at the end or the file is damaged.
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
