// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Testing

/// The built server program, with a folder for its files.
final class ServerProcess {
  let folder: URL
  private(set) var port = 0
  private var process = Process()
  private let arguments: [String]

  init(arguments: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "kurs-server-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    self.arguments = arguments
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  static var program: URL {
    get throws {
      // The test program is in the same folder as the program under test.
      let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let folders = [URL(filePath: tests), URL(filePath: CommandLine.arguments[0])].map {
        $0.deletingLastPathComponent()
      }
      let built = CommandLine.arguments.compactMap {
        $0.hasSuffix(".xctest") ? URL(filePath: $0).deletingLastPathComponent() : nil
      }
      return try #require(
        (built + folders).map { $0.appending(path: "kurs-server") }.first {
          FileManager.default.isExecutableFile(atPath: $0.path)
        })
    }
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Starts the program and waits until it listens.
  func start() async throws {
    try? FileManager.default.removeItem(atPath: path("port"))
    process = Process()
    process.executableURL = try Self.program
    process.arguments =
      [
        "serve", "--port", "0", "--port-file", path("port"), "--database", path("accounts.sqlite"), "--key-file",
        path("key"), "--open-registration",
      ] + arguments.map { $0.replacing("FOLDER", with: folder.path) }
    _ = FileManager.default.createFile(atPath: path("log"), contents: nil)
    process.standardError = FileHandle(forWritingAtPath: path("log"))
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    for _ in 0..<1500 {
      if let text = try? String(contentsOfFile: path("port"), encoding: .utf8), let port = Int(text.dropLast()) {
        self.port = port
        return
      }
      guard process.isRunning else { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    Issue.record("it does not listen: \(log)")
  }

  var log: String { (try? String(contentsOfFile: path("log"), encoding: .utf8)) ?? "" }

  var identifier: pid_t { process.processIdentifier }

  /// The memory in bytes that the program holds now.
  var usedMemory: Int {
    let numbers = (try? String(contentsOfFile: "/proc/\(identifier)/statm", encoding: .utf8))?.split(separator: " ")
    return numbers.flatMap { Int($0[1]) }.map { $0 * Int(getpagesize()) } ?? 0
  }

  func signal(_ signal: Int32) { kill(identifier, signal) }

  /// Waits until the program ends. Returns its exit status.
  func ended() -> Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs a program to its end. Returns its status and output.
  static func run(_ program: URL, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
