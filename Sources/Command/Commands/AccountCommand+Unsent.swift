// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension AccountCommand {
  struct Unsent: PlainCommand {
    static var abstract: String {
      helpText("Take up what was never sent when the account was last signed out by its server.")
    }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Delete it for good instead.")) var discard = false

    func run() async throws {
      try await AccountSession.run(common) { session in
        guard await session.settledState().member != nil else { throw Failure(AuthFailure.signedOut) }
        let kept = await session.services.keptUnsent()
        guard kept > 0 else { return Terminal.say(tr("There is nothing unsent from before.")) }
        if discard {
          try await session.services.discardUnsent()
          return Terminal.say(trn("{n} change was deleted.", "{n} changes were deleted.", kept))
        }
        try await session.services.takeUpUnsent()
        Terminal.say(
          trn("{n} change is back; the next sync sends it.", "{n} changes are back; the next sync sends them.", kept))
      }
    }
  }
}
