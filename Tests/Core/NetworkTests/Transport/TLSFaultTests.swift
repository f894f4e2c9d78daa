// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursNetwork
import Testing
import TestSupport

/// An untrusted server is refused before it receives a byte of the request.
@Suite struct TLSFaultTests {
  @Test("a faulty TLS server receives no part of the request", .fault("X01"), arguments: TLSFault.allCases)
  func aFaultyTLSServerReceivesNoPartOfTheRequest(fault: TLSFault) async throws {
    let authority = try FaultyAuthority()
    let server = try authority.serve(fault)
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let answer = await failure(of: transport, Self.request(server.port))
    let printed = await server.printed()
    #expect(answer == .tls(.certificate) || answer == .tls(.handshake), "\(printed)")
    #expect(!printed.contains("GET") && !printed.contains("canary"))
    withExtendedLifetime(server) {}
  }

  @Test("a TLS server without a fault receives the whole request", .fault("X01"))
  func aTLSServerWithoutAFaultReceivesTheWholeRequest() async throws {
    let authority = try FaultyAuthority()
    let server = try authority.serve(nil)
    let transport = loopbackTransport(authoritiesFile: authority.certificateFile)
    let request = Self.request(server.port)
    let sending = Task { try await transport.send(request) }
    let printed = await server.printed(until: "canary")
    sending.cancel()
    #expect(printed.contains("GET /canary"))
    _ = await sending.result
    withExtendedLifetime(server) {}
  }

  private static func request(_ port: UInt16) -> HTTPRequest {
    HTTPRequest(.get, "https://localhost:\(port)/canary", headers: ["Authorization": "canary"])
  }
}
