// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension AccountCommand {
  struct Unsent: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Take up what was never sent when the account was last signed out by its server.")

    @OptionGroup var common: CommonOptions
    @Flag(help: "Delete it for good instead.") var discard = false

    func run() async throws {
      try await Terminal.run {
        let session = try await AccountSession(common)
        guard await session.settledState().member != nil else { throw Failure(AuthFailure.signedOut) }
        let kept = await session.services.keptUnsent()
        guard kept > 0 else { return Terminal.say("There is nothing unsent from before.") }
        if discard {
          try await session.services.discardUnsent()
          return Terminal.say("\(kept) changes deleted.")
        }
        try await session.services.takeUpUnsent()
        Terminal.say("\(kept) changes taken up; the next sync sends them.")
      }
    }
  }
}
