// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials
import KursModel

/// The same figures as the picture, for a spreadsheet.
extension ChartState {
  /// The points of the window as CSV, exact, oldest first.
  public var csv: String {
    var text = "date,from,to,rate,provider\n"
    for line in lines {
      for index in line.indices(in: window) {
        text +=
          "\(line.days[index]),\(subject.base),\(line.currency),\(line.rate(at: index).exactText()),\(provider.id)\n"
      }
    }
    return text
  }

  /// `ecb-EUR-USD-1y`: what a file of this chart is called.
  public var fileName: String {
    let counters = subject.counters.map(\.code).joined(separator: "-")
    let range = range?.rawValue ?? "\(window.first)-\(window.last)"
    return "\(provider.id)-\(subject.base)-\(counters)-\(range)"
  }
}

/// Why a file could not be written.
public enum FileFailure: Error, Hashable, Sendable {
  case noSuchFolder(path: String)
  case notAllowed(path: String)
  case diskFull(path: String)
  case failed(path: String, code: Int32)
}

/// Writes a file whole or not at all.
public enum WholeFile {
  /// The bytes go into a file beside it that takes its name once all of them are on disk.
  public static func write(_ bytes: [UInt8], to path: String) throws(FileFailure) {
    do {
      try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    } catch let error as CocoaError {
      throw switch error.code {
      case .fileNoSuchFile, .fileReadNoSuchFile: .noSuchFolder(path: path)
      case .fileWriteNoPermission, .fileReadNoPermission, .fileWriteVolumeReadOnly: .notAllowed(path: path)
      case .fileWriteOutOfSpace: .diskFull(path: path)
      default: .failed(path: path, code: Int32(error.code.rawValue))
      }
    } catch {
      throw .failed(path: path, code: -1)
    }
  }
}
