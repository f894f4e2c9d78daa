// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// Answers the operator's requests. They come to a separate loopback port and need the operator's token.
struct OperatorResponder: HTTPResponder {
  let server: AccountServer
  let counter: ResponseCounter

  func respond(to request: Request, context: ServerContext) async throws -> Response {
    let isRight: Bool?
    do {
      isRight = try await server.limits.judged([.init(.operatorToken, "operator's port")], at: server.clock()) {
        isOperator(request) ? true : nil
      }
    } catch let refusal as Refusal {
      return Response(status: .tooManyRequests, headers: [.retryAfter: String(refusal.details.retryAfter ?? 1)])
    }
    guard isRight == true else {
      return Response(status: .unauthorized, headers: [.wwwAuthenticate: "Basic realm=\"kurs-server\""])
    }
    guard request.method == .get, ["/", "/metrics"].contains(request.uri.path) else {
      return Response(status: .notFound)
    }
    let page = OperatorPage(
      usage: try await server.database.read { try StorageUsage(in: $0) }, space: server.settings.space,
      answered: counter.all)
    let isMetrics = request.uri.path == "/metrics"
    return Response(
      status: .ok,
      headers: [
        .contentType: isMetrics ? "text/plain; version=0.0.4; charset=utf-8" : "text/html; charset=utf-8",
        .cacheControl: "no-store", .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'",
        .xContentTypeOptions: "nosniff",
      ], body: ResponseBody(byteBuffer: ByteBuffer(string: isMetrics ? page.metrics : page.html)))
  }

  /// Whether the request has the operator's token: as a bearer token, or as the password of Basic authentication, which
  /// browsers send.
  private func isOperator(_ request: Request) -> Bool {
    guard let token = server.settings.operatorToken, let header = request.headers[.authorization] else { return false }
    let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return false }
    let candidate: String
    switch parts[0].lowercased() {
    case "bearer": candidate = parts[1]
    case "basic":
      let pair = Data(base64Encoded: parts[1]).map { String(decoding: $0, as: UTF8.self) } ?? ""
      candidate = String(pair.drop { $0 != ":" }.dropFirst())
    default: return false
    }
    return SHA256.areEqual(candidate, token)
  }
}
