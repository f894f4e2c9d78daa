// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `backup export|import`: what the person has, in one file and back.
struct BackupCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup", abstract: helpText("Write everything personal into a file, and take it over from one."),
      discussion: helpText(
        "Favourites, result currencies, own rates, saved calculations and settings; never keys, passwords or tokens."),
      subcommands: [Export.self, Import.self, Copies.self, TakeUp.self])
  }

  struct Export: PlainCommand {
    static var abstract: String { helpText("Write the file; one of that name is replaced, and what a link leads to.") }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The file, or - for standard output.")) var file: String

    func run() async throws {
      let backup = try await BackupCommand.workflow(Session(common))
      if file == "-" {
        let bytes = try await backup.contents()
        return Terminal.sayVerbatim(String(decoding: bytes.dropLast(), as: UTF8.self))
      }
      try await backup.export(to: Session.absolute(file))
    }
  }

  struct Import: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        abstract: helpText("Take over what the file has and this machine lacks."),
        discussion: helpText(
          "What was deleted here returns. Where both have something, the later edit counts; settings that were chosen here stay."
        ))
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The file.")) var file: String

    func run() async throws {
      let session = try Session(common)
      try await session.followingAlerts {
        let counts = try await BackupCommand.workflow(session).restore(from: Session.absolute(file))
        Terminal.say(
          "added \(counts.added), changed \(counts.changed), known \(counts.known); settings taken over \(counts.settings), kept as they are here \(counts.settingsKept)"
        )
      }
    }
  }

  private static func workflow(_ session: Session) async throws -> BackupWorkflow {
    session.core.backup(of: try await session.objects())
  }
}
