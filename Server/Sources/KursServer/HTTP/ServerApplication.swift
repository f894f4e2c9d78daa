// SPDX-License-Identifier: GPL-3.0-or-later
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

struct ServerApplication {
  let server: AccountServer
  let logger: Logger
  var host = "127.0.0.1"
  var port = 8443
  var isBehindProxy = false
  var deadlines = ConnectionGuard.Deadlines()
  /// The most connections per address. Not enforced behind a proxy, where all callers share one address.
  var connectionsFromAddress = 64
  /// Nil means plain HTTP, on loopback or behind a proxy.
  var tls: TLSConfiguration?
  var renewStamp: (@Sendable () throws -> Void)?
  /// The operator's port on the loopback; nil if there is none.
  var operatorPort: Int?
  var onOperatorRunning: @Sendable (Int) -> Void = { _ in }
  /// Called with the port. If it was zero, the system has chosen one.
  var onRunning: @Sendable (Int) -> Void = { _ in }

  // This limit is ample, because ConnectionGuard closes each connection when its time is over.
  private static let connectionLimit = 8192
  private static let headByteLimit = 16_384

  func make() throws -> some ApplicationProtocol {
    let log = RequestLog(logger: logger)
    var services: [any Service] = [
      UpkeepService(
        database: server.database, clock: server.clock, space: server.settings.space, log: log,
        renewStamp: renewStamp)
    ]
    if let operatorPort {
      services.append(
        Application(
          responder: OperatorResponder(server: server, tally: log.tally),
          server: .http1(configuration: .init(idleTimeout: .seconds(60))),
          configuration: .init(address: .hostname("127.0.0.1", port: operatorPort)),
          onServerRunning: { [onOperatorRunning] in onOperatorRunning($0.localAddress?.port ?? 0) }, logger: logger))
    }
    let responder = ServerResponder(server: server, log: log, isBehindProxy: isBehindProxy)
    let counts = ConnectionCounts(limit: isBehindProxy ? nil : connectionsFromAddress)
    let deadlines = deadlines
    var http = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(deadlines: deadlines, counts: counts)], idleTimeout: .seconds(60))
    http.httpDecoder = .init(
      maxHeaderFieldSize: Self.headByteLimit, maxHeaderListSize: Self.headByteLimit, maxHeaderFieldCount: 100)
    let plain = HTTPServerBuilder.http1(configuration: http)
    let onRunning = onRunning
    return Application(
      responder: responder,
      server: try tls.map { try .tls(plain, tlsConfiguration: $0) } ?? plain,
      configuration: .init(
        address: .hostname(host, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit)),
      services: services,
      onServerRunning: { onRunning($0.localAddress?.port ?? 0) },
      logger: logger)
  }
}
