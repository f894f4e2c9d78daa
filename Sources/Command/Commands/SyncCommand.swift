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
      guard let member = state.member else { throw Failure(AuthFailure.signedOut) }
      let sync = session.services.sync
      let (objects, settings) = (session.services.objects, session.session.core.settings)
      await objects.agree(with: settings)
      await sync.memberChanged(to: member.id)
      let status = await sync.settled()
      await objects.agree(with: settings)
      await settings.flush()
      await sync.end()
      if let failure = status.failure {
        // The server is reachable, but the user must sign in again.
        if case .unavailable = failure, await session.account.state.phase == .offline(wantsPassword: true) {
          throw Failure(.failure, tr("Sign in again with \"kurs-cli account sign-in\". Your changes are saved until then."))
        }
        throw Failure(failure)
      }
      for title in status.stayed {
        Terminal.complain(
          tr("“{title}” is too large for the account server. It is stored on this computer only.", ["title": title]))
      }
      for conflict in try await objects.conflicts() { Terminal.complain(conflict.sentence(CLIContext.shownFormat)) }
      Terminal.say(tr("Synced with {server}.", ["server": member.server]))
    }
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
    case .unavailable(nil):
      self.init(.unavailable, tr("Can't reach the server. Your changes are saved and will be sent later."))
    case .serverIsBehind:
      self.init(.unavailable, tr("The server's data is older than this computer's. Ask its operator."))
    case .clockIsAhead:
      self.init(.unavailable, tr("This computer's clock is more than a day ahead. Correct it, then sync."))
    case .tooLarge:
      self.init(.badData, tr("One of your lists or settings is too large for the account server."))
    case .quotaFull:
      self.init(.failure, KursWords.fullAccount)
    case .unsound: self.init(.badData, KursWords.unsoundAnswers)
    case .differs: self.init(.badData, KursWords.differingServer)
    case .tooOld(let needed): self.init(.unavailable, KursWords.sentence(tooOld: needed))
    case .refused(let status, let reason):
      self.init(.unavailable, Self.saysNo(status, reason))
    case .api(.notJSON), .api(.status(404)):
      self.init(.badData, tr("This address doesn't belong to a Kurs account server."))
    case .api, .malformed: self.init(.badData, KursWords.brokenAnswer)
    case .storage(let error): self.init(error)
    }
  }
}
