// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// A certificate authority for tests, made by openssl. Its folder is deleted when this object is freed.
final class TestAuthority {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("kurs-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try openssl(newCertificate("authority", "Kurs Test Authority"), in: folder)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  var certificateFile: String { path("authority.pem") }

  /// Starts a server with a certificate for `host`, signed by this authority or self-signed.
  func serve(host: String, signed: Bool, options: [String] = []) throws -> TLSServer {
    let files = try makeServerCertificate(host: host, signed: signed)
    return try TLSServer(in: folder, ["-www", "-cert", files.certificate, "-key", files.key] + options)
  }

  func makeServerCertificate(host: String, signed: Bool) throws -> (certificate: String, key: String) {
    var arguments = newCertificate("server", host) + ["-addext", "subjectAltName=DNS:\(host)"]
    if signed { arguments += ["-CA", certificateFile, "-CAkey", path("authority.key")] }
    try openssl(arguments, in: folder)
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
}
