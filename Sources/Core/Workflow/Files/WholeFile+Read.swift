// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

extension WholeFile {
  /// Why a file that the person picked was not read.
  enum ReadFault: Error {
    case closed
    case tooLarge
  }

  /// The bytes of a file that is no longer than `limit`.
  static func bytes(of path: String, limit: Int) throws(ReadFault) -> [UInt8] {
    guard let size = (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int else { throw .closed }
    guard size <= limit else { throw .tooLarge }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else { throw .closed }
    return Array(data)
  }
}
