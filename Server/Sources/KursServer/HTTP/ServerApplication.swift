// SPDX-License-Identifier: GPL-3.0-or-later
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL

/// The server as Hummingbird runs it.
struct ServerApplication {
  let server: AccountServer
  let logger: Logger
  var host = "127.0.0.1"
  var port = 8443
  var isBehindProxy = false
  /// Nil for plain HTTP, on loopback or behind a proxy.
  var tls: TLSConfiguration?
  /// Called with the port, which the system has chosen if it was zero.
  var onRunning: @Sendable (Int) -> Void = { _ in }

  // Who opens connections and says nothing, or says it a byte a minute, is let go; so many at once are plenty.
  private static let idleTimeout = TimeAmount.seconds(60)
  private static let connectionLimit = 1024

  /// Ready to run.
  func make() throws -> some ApplicationProtocol {
    let log = RequestLog(logger: logger)
    let responder = ServerResponder(server: server, log: log, isBehindProxy: isBehindProxy)
    let plain = HTTPServerBuilder.http1(configuration: .init(idleTimeout: Self.idleTimeout))
    let onRunning = onRunning
    return Application(
      responder: responder,
      server: try tls.map { try .tls(plain, tlsConfiguration: $0) } ?? plain,
      configuration: .init(
        address: .hostname(host, port: port),
        availableConnectionsDelegate: MaximumAvailableConnections(Self.connectionLimit)),
      services: [UpkeepService(database: server.database, clock: server.clock, log: log)],
      onServerRunning: { onRunning($0.localAddress?.port ?? 0) },
      logger: logger)
  }
}
