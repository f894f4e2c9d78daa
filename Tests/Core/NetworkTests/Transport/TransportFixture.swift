// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Testing

/// A transport that no proxy of the machine comes between.
func loopbackTransport(authoritiesFile: String? = nil, connectionsPerHost: Int = 6) -> CurlTransport {
  CurlTransport(
    CurlConfiguration(
      userAgent: "KursTest/1", proxy: .none, authoritiesFile: authoritiesFile,
      connectionsPerHost: connectionsPerHost))
}

/// The error that sending ends with; records an issue when there is an answer.
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

extension HTTPResponse {
  var text: String { String(decoding: body, as: UTF8.self) }
}

/// Bytes as a server sends them with `Transfer-Encoding: chunked`, without the end.
func chunk(_ bytes: [UInt8]) -> [UInt8] {
  Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10]
}
