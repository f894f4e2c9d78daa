// SPDX-License-Identifier: GPL-3.0-or-later

import KursBus
import KursCore
import KursModel
import KursWords
import KursWorkflow

struct AccountSession {
  let session: CLIContext
  let services: AccountServices

  init(_ options: CommonOptions) async throws {
    try await self.init(CLIContext(options, secrets: SecretServiceStore()))
  }

  static func run(_ options: CommonOptions, _ command: (AccountSession) async throws -> Void) async throws {
    let session = try CLIContext(options, secrets: SecretServiceStore())
    try await session.followingAlerts { try await command(AccountSession(session)) }
  }

  init(_ session: CLIContext) async throws {
    let user = try await session.openUser()
    self.session = session
    services = await session.core.accountServices(of: await session.core.objects(user))
    await account.start()
    await account.finishRemovals()
    await services.applySettings()
  }

  var account: AccountWorkflow { services.account }

  /// Adds to the member's account the data that the user made while signed out.
  func adopt() async throws {
    let state = await account.state
    guard state.phase == .signedIn, let member = state.member else { return }
    await services.objects.memberChanged(to: member.id, adopting: true)
    try await services.objects.adopt()
  }

  /// Waits until the sign-in state is known and all unfinished account deletions have ended. Returns the state.
  func settledState() async -> AccountState {
    for await state in await account.states() where ![.checking, .signingOut].contains(state.phase) { break }
    await account.finishRemovals()
    return await account.state
  }

  func server(_ named: String?) async throws -> String {
    let chosen = session.core.reading.settings.accountServer
    let state = await account.state
    let member = state.member ?? state.members.first
    guard let server = named ?? (chosen.isEmpty ? member?.server : chosen) else { throw CommandFailure.noServer }
    // Returns an invalid server address unchanged, because it is refused later, with a reason.
    return ServerAddress(server)?.text ?? server
  }
}

extension AccountSession {
  /// Opens the account to report refused responses of providers. Returns nil if the user didn't agree to such reports.
  static func reporting(_ session: CLIContext, _ account: AccountSession? = nil) async throws -> AccountSession? {
    guard session.core.reading.settings.sendsReports else { return nil }
    if let account { return account }
    return try await AccountSession(session)
  }

  /// Sends queued requests. A request without a response within `patience` stays saved on disk.
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

extension UserObjects {
  func reportUnsent() async {
    do {
      let kept = try await database.recovered.savedUnsent(of: member)
      guard kept > 0 else { return }
      Terminal.printError(
        trn(
          "{n} earlier change was not sent. To restore it, run \"kurs-cli account unsent\".",
          "{n} earlier changes were not sent. To restore them, run \"kurs-cli account unsent\".", kept))
    } catch {
      Terminal.warn(error)
    }
  }

  /// Prints notices about data of other members. Without `kind`, also about unsent changes that need a decision.
  func reportCopies(with kind: UserObject.Kind? = nil) async {
    if kind == nil { await reportUnsent() }
    do {
      for copy in try await database.recovered.copies(with: kind) where copy.member != member {
        Terminal.printError(copy.sentence)
      }
    } catch {
      Terminal.warn(error)
    }
  }
}

extension AccountSession {
  func reportCopies() async { await services.objects.reportCopies() }
}

extension RecoveredCopy {
  fileprivate var sentence: String {
    let account = [email, server].first { !$0.isEmpty }
    let reason = reason.map { KursWords.sentence(for: $0) + " " } ?? ""
    guard let account else {
      return reason
        + tr(
          "The data of another account is still on this computer. To use it, sign in to that account, or run \"kurs-cli account copy\"."
        )
    }
    return reason
      + tr(
        "The data of {account} is still on this computer. To use it, sign in to that account, or run \"kurs-cli account copy\".",
        ["account": account])
  }
}
