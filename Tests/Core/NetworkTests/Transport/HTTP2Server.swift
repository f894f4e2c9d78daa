// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// The server program `nghttpd`, which serves one file. The program is ended when this object is freed.
final class HTTP2Server {
  private static let program = ["/usr/sbin/nghttpd", "/usr/bin/nghttpd"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  static var isInstalled: Bool { program != nil }

  let port: UInt16
  private let process = Process()
  private let folder = TestFolder()

  init(_ files: (certificate: String, key: String)) throws {
    // nghttpd does not accept port 0, so it gets a port that was just found to be free.
    let probe = try FakeServer.sendingBytes { _, _ in }
    probe.stop()
    port = probe.port
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data("one euro".utf8).write(to: folder.url.appendingPathComponent("rates.txt"))
    process.executableURL = URL(fileURLWithPath: Self.program ?? "")
    process.arguments = [
      "--address=127.0.0.1", "--htdocs=\(folder.url.path)", String(port), files.key, files.certificate,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  deinit {
    process.end()
  }
}
