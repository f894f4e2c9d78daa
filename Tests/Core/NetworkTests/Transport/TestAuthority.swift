// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A certificate authority for tests, made by openssl in a folder that is deleted with it.
final class TestAuthority {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("kurs-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try openssl(newCertificate("authority", "Kurs Test Authority"))
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  var certificateFile: String { path("authority.pem") }

  /// Starts a server with a certificate for that host, signed by this authority or self-signed.
  func serve(host: String, signed: Bool, options: [String] = []) throws -> TLSServer {
    let files = try makeServerCertificate(host: host, signed: signed)
    return try TLSServer(arguments: ["-cert", files.certificate, "-key", files.key] + options)
  }

  func makeServerCertificate(host: String, signed: Bool) throws -> (certificate: String, key: String) {
    var arguments = newCertificate("server", host) + ["-addext", "subjectAltName=DNS:\(host)"]
    if signed { arguments += ["-CA", certificateFile, "-CAkey", path("authority.key")] }
    try openssl(arguments)
    return (path("server.pem"), path("server.key"))
  }

  private func newCertificate(_ name: String, _ subject: String) -> [String] {
    [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
      "-subj", "/CN=\(subject)", "-keyout", path("\(name).key"), "-out", path("\(name).pem"),
    ]
  }

  private func path(_ name: String) -> String {
    folder.appendingPathComponent(name).path
  }

  private func openssl(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl"] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
  }
}

/// `openssl s_server` on a free port. It ends with its owner.
final class TLSServer {
  let port: UInt16
  private let process = Process()

  init(arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["openssl", "s_server", "-accept", "127.0.0.1:0", "-www"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It prints "ACCEPT 127.0.0.1:40123" once it listens.
    var text = ""
    var found: UInt16?
    while found == nil {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw CocoaError(.executableLoad) }
      text += String(decoding: data, as: UTF8.self)
      found = text.split(separator: "\n").first { $0.hasPrefix("ACCEPT ") && text.hasSuffix("\n") }
        .flatMap { $0.split(separator: ":").last }.flatMap { UInt16($0) }
    }
    port = found ?? 0
  }

  deinit {
    process.end()
  }
}
