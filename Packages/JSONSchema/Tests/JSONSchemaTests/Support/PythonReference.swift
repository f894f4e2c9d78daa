// SPDX-License-Identifier: GPL-3.0-or-later
public import Foundation

/// Runs a slow, simple Python script from the test's folder. Returns its output lines for `count` random cases.
public func pythonReference(_ name: String, count: Int, seed: Int, beside test: String = #filePath) throws -> [Data] {
  let script = URL(filePath: test).deletingLastPathComponent().appending(path: name)
  let (process, output) = (Process(), Pipe())
  process.executableURL = URL(filePath: "/usr/bin/python3")
  process.arguments = [script.path(percentEncoded: false), String(count), String(seed)]
  process.standardOutput = output
  try process.run()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return data.split(separator: UInt8(ascii: "\n"))
}
