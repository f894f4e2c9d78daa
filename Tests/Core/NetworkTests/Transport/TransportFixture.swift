// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Testing

/// Returns a transport that ignores the computer's proxies.
func loopbackTransport(authoritiesFile: String? = nil, connectionsPerHost: Int = 6) -> CurlTransport {
  CurlTransport(
    CurlConfiguration(
      userAgent: "KursTest/1", proxy: .none, authoritiesFile: authoritiesFile,
      connectionsPerHost: connectionsPerHost))
}

/// Returns the error of a request that must fail. Records an issue if there is a response.
func failure(
  of transport: any Transport, _ request: HTTPRequest, sourceLocation: SourceLocation = #_sourceLocation
) async -> NetworkError? {
  do throws(NetworkError) {
    let response = try await transport.send(request)
    Issue.record("answered \(response.status)", sourceLocation: sourceLocation)
    return nil
  } catch {
    return error
  }
}

/// Encodes bytes as a chunk of `Transfer-Encoding: chunked`, without the end of the body.
func chunk(_ bytes: [UInt8]) -> [UInt8] {
  Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10]
}
