// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import KursNetwork
import Testing
import TestSupport

@Suite struct TLSTests {
  @Test("a certificate of a trusted authority is accepted", .fault("X01"))
  func aCertificateOfATrustedAuthorityIsAccepted() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(host: "localhost", signed: true)
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let response = try await transport.send(HTTPRequest(.get, "https://localhost:\(server.port)/"))
    #expect(response.status == 200)
  }

  @Test("a certificate of an unknown authority is refused", .fault("X01"))
  func aCertificateOfAnUnknownAuthorityIsRefused() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(host: "localhost", signed: true)
    let request = HTTPRequest(.get, "https://localhost:\(server.port)/")
    #expect(await failure(of: loopbackTransport(), request) == .tls(.certificate))
  }

  @Test("another host's certificate is refused", .fault("X01")) func anotherHostsCertificateIsRefused() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(host: "other.example", signed: true)
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let request = HTTPRequest(.get, "https://localhost:\(server.port)/")
    #expect(await failure(of: transport, request) == .tls(.certificate))
  }

  @Test("a self-signed certificate is refused", .fault("X01")) func aSelfSignedCertificateIsRefused() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(host: "localhost", signed: false)
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let request = HTTPRequest(.get, "https://localhost:\(server.port)/")
    #expect(await failure(of: transport, request) == .tls(.certificate))
  }

  @Test("an old TLS version is refused", .fault("X01")) func anOldTLSVersionIsRefused() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(
      host: "localhost", signed: true, options: ["-tls1_1", "-cipher", "ALL@SECLEVEL=0"])
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let request = HTTPRequest(.get, "https://localhost:\(server.port)/")
    #expect(await failure(of: transport, request) == .tls(.handshake))
  }

  // Debian's OpenSSL refuses old TLS versions by default, so the test changes OpenSSL's configuration to allow them.
  @Test("an old TLS version is refused even if the system allows it", .fault("X01"))
  func anOldTLSVersionIsRefusedEvenIfTheSystemAllowsIt() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(
      host: "localhost", signed: true, options: ["-tls1_1", "-cipher", "ALL@SECLEVEL=0"])
    let settings = authority.certificateFile + ".cnf"
    try """
      openssl_conf = all
      [all]
      ssl_conf = ssl
      [ssl]
      system_default = old
      [old]
      MinProtocol = TLSv1
      CipherString = ALL@SECLEVEL=0
      """.write(toFile: settings, atomically: true, encoding: .utf8)
    await #expect(processExitsWith: .exitCode(7)) {
      [port = server.port as UInt16, file = authority.certificateFile as String, settings = settings as String] in
      setenv("OPENSSL_CONF", settings, 1)
      let request = HTTPRequest(.get, "https://localhost:\(port)/")
      exit(await failure(of: loopbackTransport(authoritiesFile: file), request) == .tls(.handshake) ? 7 : 1)
    }
    withExtendedLifetime((authority, server)) {}
  }

  // nghttpd supports only HTTP/2, so a response proves that HTTP/2 works.
  @Test("HTTP/2 is used if the server offers it", .enabled(if: HTTP2Server.isInstalled, "nghttpd is not installed"))
  func http2IsUsedIfTheServerOffersIt() async throws {
    let authority = try TestAuthority()
    let server = try HTTP2Server(authority.makeServerCertificate(host: "localhost", signed: true))
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let url = "https://localhost:\(server.port)"
    // nghttpd prints nothing when it starts to listen, so the test tries until a connection is accepted.
    while await isRefused(transport, url) { await Task.yield() }
    let response = try await transport.send(HTTPRequest(.get, url + "/rates.txt"))
    #expect(response.status == 200)
    #expect(response.text == "one euro")
    #expect(try await transport.send(HTTPRequest(.post, url + "/rates.txt", body: [1])).status == 200)
  }

  private func isRefused(_ transport: CurlTransport, _ url: String) async -> Bool {
    do throws(NetworkError) {
      _ = try await transport.send(HTTPRequest(.head, url))
      return false
    } catch {
      return error == .connect
    }
  }
}
