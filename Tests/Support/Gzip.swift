// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Compresses bytes with the system's gzip, so that a test doesn't rely on the code that it tests.
public func gzip(_ bytes: [UInt8]) throws -> [UInt8] {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = ["gzip", "-9", "-c"]
  let input = Pipe()
  let output = Pipe()
  process.standardInput = input
  process.standardOutput = output
  try process.run()
  // A second thread writes the input, because gzip's output may fill its pipe before all input is written.
  Thread.detachNewThread {
    try? input.fileHandleForWriting.write(contentsOf: bytes)
    try? input.fileHandleForWriting.close()
  }
  let packed = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return Array(packed)
}
