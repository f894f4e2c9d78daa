// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct SyncCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "sync",
      abstract: helpText("Sync favorites, custom rates, saved calculations and settings with the account."))
  }

  @OptionGroup var common: CommonOptions

  func run() async throws {
    try await AccountSession.run(common) { session in
      let state = await session.settledState()
      await session.reportCopies()
      guard let member = state.member else { throw Failure(AuthFailure.signedOut) }
      let sync = session.services.sync
      let (objects, settings) = (session.services.objects, session.session.core.settings)
      let before = await Self.agree(objects, settings)
      await sync.memberChanged(to: member.id)
      let status = await sync.settled()
      let after = await Self.agree(objects, settings)
      await settings.flush()
      await sync.end()
      if let failure = status.failure {
        if await settings.values.isOffline { throw CommandFailure.worksOffline }
        // The server can be reached, but the user must sign in again.
        if case .unavailable = failure, await session.account.state.phase == .offline(wantsPassword: true) {
          throw Failure(
            .failure, tr("Sign in again with \"kurs-cli account sign-in\". Your changes are saved until then."))
        }
        if failure == .quotaFull {
          let unsent = try await objects.database.unsentObjects(of: member.id, limit: 20)
          for title in unsent.compactMap(\.title) {
            Terminal.printError(
              tr(
                "The account server has no room for “{title}”. It stays on this computer. Delete other lists, or contact the server's operator.",
                ["title": title]))
          }
        }
        throw Failure(failure)
      }
      if let failure = before ?? after { throw Failure(failure) }
      for title in status.tooLargeTitles {
        Terminal.printError(
          tr("“{title}” is too large for the account server. It is stored on this computer only.", ["title": title]))
      }
      for conflict in try await objects.conflicts() { Terminal.printError(conflict.sentence(CLIContext.shownFormat)) }
      await session.reportRefusedChanges()
      Terminal.say(tr("Synced with {server}.", ["server": member.server]))
    }
  }
}

extension SyncCommand {
  /// Syncs settings and lists. If the settings can't be saved, syncs the lists anyway and returns the error.
  private static func agree(_ objects: UserObjects, _ settings: SettingsWorkflow) async -> FileFailure? {
    do throws(FileFailure) { try await objects.reconcile(with: settings) } catch { return error }
    return nil
  }
}

extension Failure {
  init(_ error: SyncFailure) {
    switch error {
    case .signedOut: self.init(AuthFailure.signedOut)
    case .unavailable(let wait?):
      self.init(
        .unavailable,
        trn(
          "The account server is busy. Your changes will be sent in {n} second.",
          "The account server is busy. Your changes will be sent in {n} seconds.", Int(wait)))
    case .unavailable(nil), .serverIsBehind, .clockIsAhead:
      self.init(.unavailable, KursWords.sentence(for: error))
    case .quotaFull: self.init(.failure, KursWords.sentence(for: error))
    case .tooOld(let needed): self.init(.unavailable, KursWords.sentence(tooOld: needed))
    case .refused(let status, let reason):
      self.init(.unavailable, Self.saysNo(status, reason))
    case .tooLarge, .unsound, .differs, .malformed, .api: self.init(.badData, KursWords.sentence(for: error))
    case .storage(let error): self.init(error)
    }
  }
}
