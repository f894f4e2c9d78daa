// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursAPI
import KursCore
import KursItems
import KursModel
import KursNetwork
import KursWorkflow
import Testing
import TestSupport

/// Requests rates from every provider over TLS, with a certificate authority that the test creates.
///
/// Rates are read only if the authority is trusted.
@Suite struct SecureProviderTests {
  /// Returns the paths, with the key, that Kurs requests from a provider when no rates are stored.
  static func targets(of endpoints: ProviderEndpoints) -> [String] {
    let requests = endpoints.requests(closing: nil, today: day("2026-10-30"))
    return requests.map(\.command.path).map { path in
      switch endpoints.key {
      case .query(let name): path + (path.contains("?") ? "&" : "?") + "\(name)=s3cret"
      case .path: path.replacing("{key}", with: "s3cret")
      case .header, .none: path
      }
    }
  }

  @Test("every provider is read only with a trusted certificate", .fault("X02"))
  func everyProviderIsReadOnlyWithATrustedCertificate() async throws {
    let site = try SecureSite()
    for items in ProviderDefinition.all {
      let name = items.provider.id.name
      for target in Self.targets(of: items.endpoints) {
        let body = try #require(HostileProviderTests.documents(of: name).first { target.contains($0.part) })
        try site.add(target, under: name, body.bytes)
      }
    }
    for id in ProviderDefinition.all.map(\.provider.id) {
      let address = try site.open(id.name)
      for (isTrusted, expected) in [(false, RatesFailure.api(provider: id, .unreachable(.security))), (true, nil)] {
        let folder = TemporaryFolder()
        var environment = environment(folder)
        let curl = CurlTransport(
          CurlConfiguration(
            userAgent: "KursTest/1", proxy: .none, authoritiesFile: isTrusted ? site.authority : nil))
        environment.transport = { RedirectingTransport(curl) }
        let core = try Core(environment)
        #expect(await HostileProviderTests.failure(core, id, address) == expected, "\(id) \(isTrusted)")
        #expect(try await ProviderRefreshTests.lines(in: folder, of: id).isEmpty == !isTrusted, "\(id)")
      }
      site.close()
    }
  }
}

/// A server that `openssl s_server` runs for one provider at a time, with a certificate that the test's authority has
/// signed.
private final class SecureSite {
  private let folder = TemporaryFolder()
  private var server: TLSServer?

  var authority: String { folder.path + "/authority.pem" }

  init() throws {
    let request = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    try openssl("\(request) -subj /CN=KursTestAuthority -keyout authority.key -out authority.pem")
    try openssl(
      "\(request) -subj /CN=localhost -addext subjectAltName=DNS:localhost -CA authority.pem -CAkey authority.key"
        + " -keyout server.key -out server.pem")
  }

  /// Stores a response with its headers under the path of its request.
  func add(_ target: String, under name: String, _ body: [UInt8]) throws {
    let file = URL(filePath: folder.path + "/sites/" + name + target.prefix { $0 != "?" })
    let query = target.drop { $0 != "?" }
    let path = file.path() + (file.path().hasSuffix("/") ? "" : "") + query
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let head = "HTTP/1.0 200 OK\r\nContent-Type: application/octet-stream\r\nConnection: close\r\n\r\n"
    try Data(Array(head.utf8) + body).write(to: URL(fileURLWithPath: path))
  }

  /// Serves the responses that were added under that name, and returns the server's URL.
  func open(_ name: String) throws -> String {
    let certificate = ["-cert", folder.path + "/server.pem", "-key", folder.path + "/server.key"]
    let server = try TLSServer(in: URL(filePath: folder.path + "/sites/" + name), ["-HTTP"] + certificate)
    self.server = server
    return "https://localhost:\(server.port)"
  }

  func close() { server = nil }

  private func openssl(_ arguments: String) throws {
    try TestSupport.openssl(arguments.split(separator: " ").map(String.init), in: URL(filePath: folder.path))
  }
}
