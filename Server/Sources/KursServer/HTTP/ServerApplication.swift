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
  /// The maximum number of connections from one IP address. Behind a proxy the maximum isn't used, because all
  /// connections come from the proxy's address.
  var connectionsFromAddress = 64
  /// The TLS settings. Nil for plain HTTP, which is allowed on loopback or behind a proxy.
  var tls: TLSConfiguration?
  var renewStamp: (@Sendable () throws -> Void)?
  /// The action for SIGHUP. If nil, SIGHUP ends the program as usual.
  var reload: (@Sendable () throws -> Void)?
  var operatorPort: Int?
  var onOperatorRunning: @Sendable (Int) -> Void = { _ in }
  /// Called with the server's port as soon as the server listens. The system chooses the port if the requested port is
  /// 0.
  var onRunning: @Sendable (Int) -> Void = { _ in }

  // A high limit is safe, because ConnectionGuard closes each connection when its time is over.
  private static let connectionLimit = 8192
  private static let headByteLimit = 16_384
  private static var decoder: HTTP1Channel.Configuration.DecoderConfiguration {
    .init(maxHeaderFieldSize: headByteLimit, maxHeaderListSize: headByteLimit, maxHeaderFieldCount: 100)
  }

  func make() throws -> some ApplicationProtocol {
    let log = RequestLog(logger: logger)
    var services: [any Service] = [
      UpkeepService(
        database: server.database, clock: server.clock, health: server.settings.health, space: server.settings.space, log: log,
        renewStamp: renewStamp)
    ]
    if let reload { services.append(ReloadService(logger: logger, reload: reload)) }
    let deadlines = deadlines
    if let operatorPort {
      let counts = ConnectionCounts(limit: connectionsFromAddress)
      var http = HTTP1Channel.Configuration(
        additionalChannelHandlers: [ConnectionGuard(deadlines: deadlines, counts: counts)], idleTimeout: .seconds(60))
      http.httpDecoder = Self.decoder
      services.append(
        Application(
          responder: OperatorResponder(server: server, counter: log.counter),
          server: .http1(configuration: http),
          configuration: .init(address: .hostname("127.0.0.1", port: operatorPort)),
          onServerRunning: { [onOperatorRunning] in onOperatorRunning($0.localAddress?.port ?? 0) }, logger: logger))
    }
    let responder = ServerResponder(server: server, log: log, isBehindProxy: isBehindProxy)
    let counts = ConnectionCounts(limit: isBehindProxy ? nil : connectionsFromAddress)
    var http = HTTP1Channel.Configuration(
      additionalChannelHandlers: [ConnectionGuard(deadlines: deadlines, counts: counts)], idleTimeout: .seconds(60))
    http.httpDecoder = Self.decoder
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
