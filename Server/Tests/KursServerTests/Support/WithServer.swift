// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import HummingbirdTesting
import Logging

@testable import KursServer

struct ServerSetup: Sendable {
  var isRegistrationOpen = true
  var isIdentityRegistrationOpen = false
  var takesInvitations = false
  var isBehindProxy = true
  var space = SpaceTerms()
  var operatorToken: String? = "the operator's token"
  var mark: Picture?
  var message: String?
  var oldestClient: String?
  var providers: [IdentityProvider] = []
  var network = IssuerNetwork(
    get: { _ in throw IdentityFault.unreachable }, post: { _, _, _ in throw IdentityFault.unreachable })
  var logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}

/// Runs a test with a new server that has its own database file, clock and identifiers.
func withServer(_ setup: ServerSetup = ServerSetup(), _ test: @Sendable (Client) async throws -> Void) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "kurs-server-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let clock = try TestClock()
  let server = try AccountServer.underTest(setup, clock: clock, path: folder.appending(path: "accounts.sqlite").path)
  var application = ServerApplication(server: server, logger: setup.logger)
  application.isBehindProxy = setup.isBehindProxy
  try await application.make().test(.router) { transport in
    try await test(Client(transport: transport, clock: clock, server: server, folder: folder))
  }
}

extension AccountServer {
  /// Creates a server with the test's clock and random numbers. Hashing a password takes almost no time.
  static func underTest(_ setup: ServerSetup, clock: TestClock, path: String) throws -> AccountServer {
    let now: @Sendable () -> Instant = { clock.now }
    let random: @Sendable (Int) -> [UInt8] = { [UInt8](repeating: 7, count: $0) }
    let secret = [UInt8](repeating: 1, count: 32)
    let database = try ServerDatabase(path: path)
    return AccountServer(
      settings: .init(
        version: "1.2.3", isRegistrationOpen: setup.isRegistrationOpen,
        isIdentityRegistrationOpen: setup.isIdentityRegistrationOpen, operatorToken: setup.operatorToken,
        takesInvitations: setup.takesInvitations, space: setup.space, mark: setup.mark,
        message: Live(setup.message), oldestClient: setup.oldestClient),
      database: database, tokens: TokenKey(secret: secret),
      passwords: PasswordQueue(cost: .init(rounds: 4, blockSize: 8, parallelism: 1), random: random),
      limits: AttemptLimits(database: database, secret: secret),
      identities: Identities(providers: setup.providers, network: setup.network, clock: now, logger: setup.logger), clock: now,
      makeID: { UUID() })
  }
}
