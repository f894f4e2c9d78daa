// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KursNetwork
import TestSupport

/// A server that carries out each idempotency key once, as the account server does.
actor CountingServer {
  struct Effect: Equatable, Sendable {
    let key: String
    let body: String
  }

  private(set) var effects: [Effect] = []
  private(set) var requests = 0
  private(set) var paths: [String] = []
  private(set) var keysSent: [String] = []
  private(set) var keys: Set<String> = []
  private var status = 200
  private var statuses: [String: Int] = [:]
  private var killing: QueueKillTests.Moment?

  func answers(_ status: Int) { self.status = status }

  func answers(_ status: Int, at path: String) { statuses[path] = status }

  /// Kills the program whose process id is the body of the next request, before the program receives the response.
  func kills(at moment: QueueKillTests.Moment) { killing = moment }

  /// Serves on a free port while `body` runs.
  nonisolated func serving<T: Sendable>(
    headers: HTTPHeaders = [:], _ body: @Sendable (String) async throws -> T
  ) async throws -> T {
    let server = try FakeServer.listening { request in
      let status = await self.receive(request.headers["Idempotency-Key"] ?? "", request.text, request.url)
      let answer = #"{"status":"OK","reason":"","data":{"accepted":1}}"#
      return HTTPResponse(status: status, headers: headers, body: Array(answer.utf8), url: "")
    }
    defer { server.stop() }
    return try await body(server.address)
  }

  private func receive(_ key: String, _ body: String, _ path: String) -> Int {
    requests += 1
    paths.append(path)
    keysSent.append(key)
    if let status = statuses[path] { return status }
    guard status == 200 else { return status }
    if let killing, let program = pid_t(body) {
      self.killing = nil
      defer { kill(program, SIGKILL) }
      if killing == .hasNotActed { return 503 }
    }
    if keys.insert(key).inserted { effects.append(Effect(key: key, body: body)) }
    return 200
  }
}
