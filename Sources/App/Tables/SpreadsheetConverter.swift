// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import FoundationEssentials
import KursDesktop
import KursWorkflow

/// Converts a spreadsheet's first sheet to CSV with LibreOffice Calc, within limits of time and size.
struct SpreadsheetConverter: Sendable {
  /// The maximum size of a sheet as CSV, in bytes.
  static let limit = 64 << 20

  private let program: String?
  private let patience: Duration
  private let limit: Int
  private let queue = DispatchQueue(label: "org.kursapp.Kurs.spreadsheets", qos: .utility)

  init(path: String, patience: Duration = .seconds(60), limit: Int = Self.limit) {
    program = path.split(separator: ":").map { "\($0)/localc" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
    (self.patience, self.limit) = (patience, limit)
  }

  func table(_ file: String) async -> Result<[UInt8], SpreadsheetFault> {
    guard let program else { return .failure(.noConverter) }
    // LibreOffice gets a new folder for its output and settings, so that a LibreOffice that already runs isn't used.
    let folder = FileManager.default.temporaryDirectory.path + "/kurs-\(UUID().uuidString)"
    let files = FileManager.default
    guard
      (try? files.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])) != nil
    else { return .failure(.refused) }
    defer { try? files.removeItem(atPath: folder) }
    let process = ShortProcess(
      "/bin/sh", ["-c", script, program, folder, file, String(patience.components.seconds), String(limit / 512 + 1)],
      outputLimit: 1 << 16, patience: patience + .seconds(5))
    let began = ContinuousClock.now
    let answer: Result<[UInt8], ShortProcess.Failure>
    do { answer = .success(try await process.run([], on: queue)) } catch { answer = .failure(error) }
    if ContinuousClock.now - began >= patience { return .failure(.tooLong(patience)) }
    let name = (try? files.contentsOfDirectory(atPath: folder))?.first { $0.hasSuffix(".csv") }
    guard let name else { return .failure(.refused) }
    guard let size = (try? files.attributesOfItem(atPath: "\(folder)/\(name)"))?[.size] as? Int, size <= limit else {
      return .failure(.tooLarge(bytes: limit))
    }
    guard case .success = answer, let data = files.contents(atPath: "\(folder)/\(name)") else {
      return .failure(.refused)
    }
    return .success(Array(data))
  }

  /// `timeout` also ends the programs that `localc` starts. `ulimit -f` counts blocks of 512 bytes, `-v` kibibytes.
  /// The filter's numbers mean comma, quotation mark, UTF-8.
  private let script = """
    ulimit -f "$4"; ulimit -v 6291456; ulimit -c 0; export HOME="$1"
    exec timeout -k 1 "$3" "$0" "-env:UserInstallation=file://$1/profile" --headless --norestore \
    --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76' --outdir "$1" "$2"
    """
}
