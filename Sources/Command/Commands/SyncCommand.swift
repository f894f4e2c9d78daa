// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `sync`: one exchange with the account server, now.
struct SyncCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync",
    abstract: "Bring favourites, own rates, saved calculations and settings in step with the account.")

  @OptionGroup var common: CommonOptions

  func run() async throws {
    try await Terminal.run {
      let session = try await AccountSession(common)
      let state = await session.settledState()
      guard let member = state.member else { throw Failure(AuthFailure.signedOut) }
      let sync = session.services.sync
      let shared = session.services.shared
      await shared.agree()
      await sync.memberChanged(to: member.id)
      let status = await sync.settled()
      await shared.agree()
      await session.session.core.settings.flush()
      await sync.end()
      if let failure = status.failure { throw Failure(failure) }
      for title in status.stayed {
        Terminal.complain("“\(title)” is larger than the account server takes; it stays on this machine alone.")
      }
      Terminal.say("In step with \(member.server).")
    }
  }
}

extension Failure {
  init(_ error: SyncFailure) {
    switch error {
    case .signedOut: self.init(AuthFailure.signedOut)
    case .unavailable(let wait?):
      self.init(
        code: .unavailable, description: "The account server asks to wait \(wait) seconds; what was changed here waits.")
    case .unavailable(nil):
      self.init(
        code: .unavailable, description: "The account server cannot be reached; what was changed here waits.")
    case .serverIsBehind:
      self.init(
        code: .unavailable, description: "The account server knows less than this machine; ask its operator.")
    case .clockIsAhead:
      self.init(
        code: .unavailable, description: "This machine's clock is more than a day ahead of the account server's.")
    case .tooLarge:
      self.init(
        code: .badData, description: "Something saved here is larger than the account server takes.")
    case .refused(let status, let reason):
      self.init(
        code: .unavailable, description: "The account server says no: \(reason) (\(status)).")
    case .api, .malformed:
      self.init(
        code: .badData, description: "What answers there is no account server that Kurs knows.")
    case .storage(let error): self.init(error)
    }
  }
}
