// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import Glibc
import KursItems
public import KursModel

/// The history that ships with the program: a provider's answer like any other, but for where it comes from.
public struct BundledHistory: Sendable {
  public let provider: ProviderID
  public let path: String

  public init(provider: ProviderID, path: String) {
    self.provider = provider
    self.path = path
  }

  /// Identifies the file by its last bytes: each start asks, and few need the rest.
  func identity() throws(RatesFailure) -> String {
    guard let tail = Self.tail(of: path, bytes: 1024) else { throw .fileNotReadable(path: path) }
    if let identity = ZipEntry.identity(fromTail: tail) { return identity }
    // Perhaps a comment follows the directory; reading it whole finds that, or what is wrong with it.
    let bytes = try load()
    do { return try ZipEntry(bytes).identity } catch { throw .document(provider: provider, error) }
  }

  func load() throws(RatesFailure) -> [UInt8] { try RatesWorkflow.contents(of: path) }

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

extension RatesWorkflow {
  static func contents(of path: String) throws(RatesFailure) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .fileNotReadable(path: path) }
    return [UInt8](data)
  }
}
