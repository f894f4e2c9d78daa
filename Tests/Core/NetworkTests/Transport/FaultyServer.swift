// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport

/// Faults of a server's certificate or TLS protocol, as listed by badssl.com.
enum TLSFault: CaseIterable, Sendable {
  case wrongHost, selfSigned, unknownAuthority, expired, notYetValid, missingIntermediate
  case sha1Signature, keyOf1024Bits
  case tls10, tls11
  // Debian's OpenSSL no longer has RC4 and 3DES. This fault uses a cipher without encryption, which is even weaker.
  case onlyCiphersWithoutSecrecy
}

/// Creates server certificates with `openssl ca` as a certificate authority would sign them, even invalid ones. All
/// files are in a temporary folder.
final class FaultyAuthority {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("kurs-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(Self.configuration.utf8).write(to: folder.appendingPathComponent("ca.cnf"))
    try Data().write(to: folder.appendingPathComponent("index.txt"))
    try Data("1000\n".utf8).write(to: folder.appendingPathComponent("serial"))
    for name in ["trusted", "unknown"] {
      try request(name, Self.curve + ["-x509", "-days", "2", "-out", "\(name).pem"])
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The file of authorities that the client trusts.
  var certificateFile: String { folder.appendingPathComponent("trusted.pem").path }

  /// Starts a server with the fault, if any. The server accepts one connection and never responds.
  func serve(_ fault: TLSFault?) throws -> TLSServer {
    switch fault {
    case .wrongHost: try sign(extensions: "elsewhere")
    case .unknownAuthority: try sign(by: "unknown")
    case .expired: try sign(from: "20200101000000Z", to: "20200201000000Z")
    case .notYetValid: try sign(from: "20490101000000Z", to: "20491231000000Z")
    case .sha1Signature: try sign(digest: "sha1")
    case .keyOf1024Bits: try sign(key: ["-newkey", "rsa:1024"])
    case .onlyCiphersWithoutSecrecy: try sign(key: ["-newkey", "rsa:2048"])
    case .missingIntermediate:
      try sign("intermediate", extensions: "authority")
      try sign(by: "intermediate")
    case .selfSigned:
      let right = ["-x509", "-days", "2", "-addext", "subjectAltName=DNS:localhost", "-out", "server.pem"]
      try request("server", Self.curve + right)
    case .tls10, .tls11, nil: try sign()
    }
    return try TLSServer(
      in: folder, ["-naccept", "1", "-cert", "server.pem", "-key", "server.key"] + Self.options(fault))
  }

  /// The options that make the server allow the fault. By default, OpenSSL would refuse the fault on the server, but
  /// the test needs a refusal by the client.
  private static func options(_ fault: TLSFault?) -> [String] {
    switch fault {
    case .tls10: ["-tls1", "-cipher", "ALL:@SECLEVEL=0"]
    case .tls11: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]
    case .onlyCiphersWithoutSecrecy: ["-tls1_2", "-cipher", "eNULL:@SECLEVEL=0"]
    default: ["-cipher", "ALL:@SECLEVEL=0"]
    }
  }

  private func sign(
    _ name: String = "server", by authority: String = "trusted", extensions: String = "here", digest: String = "sha256",
    from: String = "20200101000000Z", to: String = "20491231000000Z", key: [String] = FaultyAuthority.curve
  ) throws {
    try request(name, key + ["-new", "-out", "\(name).csr"])
    let command = [
      "ca", "-batch", "-notext", "-config", "ca.cnf", "-cert", "\(authority).pem", "-keyfile", "\(authority).key",
      "-in", "\(name).csr", "-out", "\(name).pem", "-startdate", from, "-enddate", to, "-md", digest, "-extensions", extensions,
    ]
    try openssl(command, in: folder)
  }

  private func request(_ name: String, _ arguments: [String]) throws {
    try openssl(["req", "-nodes", "-subj", "/CN=\(name)", "-keyout", "\(name).key"] + arguments, in: folder)
  }

  private static let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]

  private static let configuration = """
    [ca]
    default_ca = own
    [own]
    database = index.txt
    new_certs_dir = .
    serial = serial
    policy = any
    unique_subject = no
    [any]
    commonName = supplied
    [here]
    subjectAltName = DNS:localhost
    [elsewhere]
    subjectAltName = DNS:other.example
    [authority]
    basicConstraints = critical, CA:TRUE
    """
}
