// SPDX-License-Identifier: GPL-3.0-or-later
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOSSL

@testable import KursServer

/// A client over real sockets.
struct RealClient: Sendable {
  let http: HTTPClient
  let base: String
  var token: String?

  func post(_ path: String, _ json: String = "{}", key: String? = nil) async throws -> Reply {
    var request = HTTPClientRequest(url: base + path)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    if let key { request.headers.add(name: "Idempotency-Key", value: key) }
    request.body = .bytes(ByteBuffer(string: json))
    return try await send(request)
  }

  func get(_ path: String) async throws -> Reply { try await send(HTTPClientRequest(url: base + path)) }

  private func send(_ request: HTTPClientRequest) async throws -> Reply {
    var request = request
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    let response = try await http.execute(request, timeout: .seconds(60))
    let body = Array(try await response.body.collect(upTo: 16 * 1_048_576).readableBytesView)
    var headers: HTTPFields = [:]
    for (name, value) in response.headers { if let name = HTTPField.Name(name) { headers[name] = value } }
    AnswerRecord.add(
      method: request.method.rawValue, path: String(request.url.dropFirst(base.count)),
      status: Int(response.status.code),
      type: headers[.contentType], body: body)
    return try Reply(status: Int(response.status.code), headers: headers, body: body)
  }
}

/// Runs a test with a client that trusts a certificate authority, then closes the client.
func withRealClient(
  _ base: String, authority: String? = nil, _ test: (RealClient) async throws -> Void
) async throws {
  var configuration = HTTPClient.Configuration()
  configuration.connectionPool.retryConnectionEstablishment = false
  if let authority {
    configuration.tlsConfiguration = .makeClientConfiguration()
    configuration.tlsConfiguration?.trustRoots = .file(authority)
  }
  let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  do {
    try await test(RealClient(http: http, base: base))
  } catch {
    try await http.shutdown()
    throw error
  }
  try await http.shutdown()
}
