// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore

struct ServerResponder: HTTPResponder {
  let server: AccountServer
  let log: RequestLog
  /// Whether a proxy is in front of the server. If true, the caller's IP address is the last entry of
  /// `X-Forwarded-For`.
  let isBehindProxy: Bool
  private let endpoints: [String: [Endpoint]]

  init(server: AccountServer, log: RequestLog, isBehindProxy: Bool) {
    self.server = server
    self.log = log
    self.isBehindProxy = isBehindProxy
    endpoints = Dictionary(grouping: Endpoint.all, by: \.path)
  }

  /// Answers a request. Errors become responses too.
  func respond(to request: Request, context: ServerContext) async throws -> Response {
    let started = ContinuousClock.now
    let path = Self.path(of: request)
    let known = endpoints[path] ?? []
    let (answer, reason) = try await outcome(of: request, path: path, known: known, context: context)
    log.answered(
      method: request.method, path: known.first?.path, status: answer.status, reason: reason,
      after: started.duration(to: .now))
    var response = answer.response
    if reason == .methodNotAllowed { response.headers[.allow] = known.map(\.method.rawValue).joined(separator: ", ") }
    return response
  }

  private func outcome(
    of request: Request, path: String, known: [Endpoint], context: ServerContext
  ) async throws -> (Answer, Reason?) {
    do {
      guard !known.isEmpty else { throw Refusal(.notFound) }
      guard let endpoint = known.first(where: { $0.method == request.method }) else {
        throw Refusal(.methodNotAllowed)
      }
      var call = Call(
        method: request.method, path: path, query: query(of: request), headers: request.headers,
        authority: request.head.authority, address: address(of: request, context: context))
      try await server.admit(call, to: endpoint)
      call.body = try await body(of: request, upTo: endpoint.byteLimit)
      return (try await endpoint.run(server, call), nil)
    } catch let refusal as Refusal {
      return (try .refused(refusal), refusal.reason)
    } catch let error as DatabaseError where error.isPassing {
      log.cannotWrite(path: path, cause: error.cause)
      return (try .refused(Refusal(.unavailable, .init(retryAfter: 5))), .unavailable)
    } catch let error as CancellationError {
      throw error
    } catch {
      if let error = error as? DatabaseError, error.isDamage { log.damaged("\(error.resultCode)") }
      log.failed(path: path, error: error)
      return (try .refused(Refusal(.failed)), .failed)
    }
  }

  private func body(of request: Request, upTo limit: Int) async throws -> [UInt8] {
    do {
      let buffer = try await request.body.collect(upTo: limit)
      return Array(buffer.readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Refusal(.tooLarge)
    } catch let error as CancellationError {
      throw error
    } catch {
      // A chunk is invalid, or the connection broke off.
      throw Refusal(.malformed)
    }
  }

  // The maximum length of a request's path with its query, in bytes. No command needs a longer one.
  private static let targetByteLimit = 2048

  private static func path(of request: Request) -> String {
    let target = request.head.path ?? ""
    guard target.utf8.count <= targetByteLimit, target.utf8.allSatisfy({ $0 < 0x80 }) else { return "" }
    return request.uri.path.hasSuffix("/") ? request.uri.path : request.uri.path + "/"
  }

  /// Returns the query's parameters by name. Percent escapes aren't decoded, because the values are only days and
  /// codes.
  private func query(of request: Request) -> [String: String] {
    let pairs = (request.uri.query ?? "").split(separator: "&").map { pair -> (String, String) in
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }

  private func address(of request: Request, context: ServerContext) -> CallerAddress {
    guard isBehindProxy, let name = HTTPField.Name("X-Forwarded-For") else { return CallerAddress(context.address) }
    guard let named = request.headers[name] else {
      log.unnamed(byProxy: "missing")
      return CallerAddress(context.address)
    }
    let address = CallerAddress(lastOf: named)
    if !address.isKnown { log.unnamed(byProxy: "unreadable") }
    return address
  }
}

extension DatabaseError {
  /// Whether the error may be temporary, for example a full disk or a lock of another process. The client may try
  /// again.
  fileprivate var isPassing: Bool {
    [.SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_READONLY, .SQLITE_CANTOPEN].contains(resultCode)
  }
}
