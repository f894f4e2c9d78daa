// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension AccountCommand {
  struct Copy: PlainCommand {
    static var abstract: String {
      helpText("Keep what an account that has ended had on this computer, without an account.")
    }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Delete it for good instead.")) var discard = false

    func run() async throws {
      try await AccountSession.run(common) { session in
        _ = await session.settledState()
        let count = await session.services.copiesAside()
        guard count > 0 else { return Terminal.say(tr("There is no copy of an account that has ended.")) }
        if discard {
          try await session.services.discardCopies()
          return Terminal.say(trn("{n} thing was deleted.", "{n} things were deleted.", count))
        }
        try await session.services.keepCopies()
        Terminal.say(
          trn("{n} thing is kept on this computer.", "{n} things are kept on this computer.", count))
      }
    }
  }
}
