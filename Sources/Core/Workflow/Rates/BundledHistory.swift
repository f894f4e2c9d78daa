// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
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

  /// The archive's bytes, with what identifies them: checksum and size from the zip directory, no hash needed.
  func load() throws(RatesFailure) -> (bytes: [UInt8], identity: String) {
    let bytes = try RatesWorkflow.contents(of: path)
    do {
      let entry = try ZipEntry(bytes)
      return (bytes, "\(entry.name)-\(String(entry.checksum, radix: 16))-\(entry.size)")
    } catch {
      throw .document(provider: provider, error)
    }
  }
}

extension RatesWorkflow {
  static func contents(of path: String) throws(RatesFailure) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { throw .fileNotReadable(path: path) }
    return [UInt8](data)
  }
}
