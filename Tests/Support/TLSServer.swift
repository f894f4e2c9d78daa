// SPDX-License-Identifier: GPL-3.0-or-later
public import Foundation

/// Runs the program `openssl` in a folder and waits for its end.
public func openssl(_ arguments: [String], in folder: URL) throws {
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.currentDirectoryURL = folder
  process.arguments = ["openssl"] + arguments
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
}

/// An `openssl s_server` on a free port of 127.0.0.1. It ends when this object is freed.
public final class TLSServer {
  public let port: UInt16
  private let process = Process()
  // The server ends when its input is closed.
  private let input = Pipe()
  private let output: FileHandle

  public init(in folder: URL, _ arguments: [String]) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments = ["openssl", "s_server", "-accept", "127.0.0.1:0"] + arguments
    let pipe = Pipe()
    (process.standardInput, process.standardOutput) = (input, pipe)
    process.standardError = FileHandle.nullDevice
    try process.run()
    output = pipe.fileHandleForReading
    // The server prints "ACCEPT 127.0.0.1:40123" when it listens.
    var text = ""
    while !text.contains(/ACCEPT .*\n/) {
      let data = output.availableData
      guard !data.isEmpty else { throw CocoaError(.executableLoad) }
      text += String(decoding: data, as: UTF8.self)
    }
    port = text.firstMatch(of: /ACCEPT .*:(\d+)\n/).flatMap { UInt16($0.1) } ?? 0
  }

  deinit { process.end() }

  /// Returns the server's output up to `word`, or all of it if the server has ended.
  public func printed(until word: String? = nil) async -> String {
    let descriptor = output.fileDescriptor
    // Reads on a separate thread, because Swift's tasks share few threads and the transport needs those.
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        var text = ""
        while word.map({ !text.contains($0) }) ?? true, case let data = handle.availableData, !data.isEmpty {
          text += String(decoding: data, as: UTF8.self)
        }
        continuation.resume(returning: text)
      }
    }
  }
}
