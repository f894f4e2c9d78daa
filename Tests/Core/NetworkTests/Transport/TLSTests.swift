// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursNetwork
import Testing

@Suite struct TLSTests {
  @Test func aCertificateOfATrustedAuthorityIsAccepted() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(host: "localhost", signed: true)
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let response = try await transport.send(HTTPRequest(.get, "https://localhost:\(server.port)/"))
    #expect(response.status == 200)
  }

  @Test func anUnknownAuthorityIsRefused() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(host: "localhost", signed: true)
    let request = HTTPRequest(.get, "https://localhost:\(server.port)/")
    #expect(await failure(of: loopbackTransport(), request) == .tls(.certificate))
  }

  @Test func anotherHostsCertificateIsRefused() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(host: "other.example", signed: true)
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let request = HTTPRequest(.get, "https://localhost:\(server.port)/")
    #expect(await failure(of: transport, request) == .tls(.certificate))
  }

  @Test func aSelfSignedCertificateIsRefused() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(host: "localhost", signed: false)
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let request = HTTPRequest(.get, "https://localhost:\(server.port)/")
    #expect(await failure(of: transport, request) == .tls(.certificate))
  }

  @Test func anOldProtocolIsRefused() async throws {
    let authority = try TestAuthority()
    let server = try authority.serve(
      host: "localhost", signed: true, options: ["-tls1_1", "-cipher", "ALL@SECLEVEL=0"])
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let request = HTTPRequest(.get, "https://localhost:\(server.port)/")
    #expect(await failure(of: transport, request) == .tls(.handshake))
  }
}
