// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursSecrets

/// The account in one run of the terminal program.
struct AccountSession {
  let session: CLIContext
  let services: AccountServices

  /// Reads who is signed in, and finishes what an earlier run left undone.
  init(_ options: CommonOptions) async throws {
    try await self.init(CLIContext(options, secrets: SecretServiceStore()))
  }

  /// Carries out a command that may bring alerts to this machine, or take them from it.
  static func run(_ options: CommonOptions, _ command: (AccountSession) async throws -> Void) async throws {
    let session = try CLIContext(options, secrets: SecretServiceStore())
    try await session.followingAlerts { try await command(AccountSession(session)) }
  }

  /// The same for a command that has opened its session.
  init(_ session: CLIContext) async throws {
    let user = try await session.openUser()
    self.session = session
    services = await session.core.accountServices(of: await session.core.objects(user))
    await account.start()
    await account.settle()
    await services.applySettings()
  }

  var account: AccountWorkflow { services.account }

  /// The state once it is known who is signed in, and whatever had to go is gone.
  func settledState() async -> AccountState {
    for await state in await account.states() where ![.checking, .signingOut].contains(state.phase) { break }
    await account.settle()
    return await account.state
  }

  /// The server that was named, or the one in the settings, or that of the account shown.
  func server(_ named: String?) async throws -> String {
    let chosen = session.core.reading.settings.accountServer
    let state = await account.state
    let member = state.member ?? state.members.first
    guard let server = named ?? (chosen.isEmpty ? member?.server : chosen) else { throw CommandFailure.noServer }
    return server.hasSuffix("/") ? String(server.dropLast()) : server
  }
}

extension AccountSession {
  /// Hears of refused answers from now on; nil, and nothing is opened, where the person did not agree to reports.
  ///
  /// `account`: the account where the command has opened it already.
  static func reporting(_ session: CLIContext, _ account: AccountSession? = nil) async throws -> AccountSession? {
    guard session.core.reading.settings.sendsReports else { return nil }
    if let account { return account }
    return try await AccountSession(session)
  }

  /// Sends what was queued; what is not answered within `patience` stays on the disk for another time.
  func sendReports(within patience: Duration = .seconds(5)) async {
    let closing = Task { [services] in
      try await Task.sleep(for: patience)
      await services.queue.close()
    }
    _ = await services.flushQueue()
    closing.cancel()
    await services.queue.close()
  }
}
