// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
import KursCore

struct BackupCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup", abstract: helpText("Back up your data to a file, or restore it."),
      discussion: helpText(
        "A backup contains favorites, result currencies, custom rates, saved calculations and settings. It contains no keys, passwords or tokens."
      ),
      subcommands: [Export.self, Import.self, Copies.self, AdoptUnsent.self],
      defaultSubcommand: Copies.self)
  }

  struct Export: PlainCommand {
    static var abstract: String {
      helpText("Write the backup file. An existing file is replaced. If the file is a link, its target is replaced.")
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The file, or - for standard output.")) var file: String?
    @Option(
      name: .shortAndLong, help: helpText("The backup file. Use either this option or the argument.", valueName: "file")
    )
    var output: String?

    func validate() throws {
      if let file, output != nil { throw ValidationError("Unexpected argument '\(file)'") }
      if file == nil, output == nil { throw ValidationError("Missing expected argument '<file>'") }
    }

    func run() async throws {
      let file = file ?? output ?? "-"
      let session = try CLIContext(common)
      let objects = try await session.objects()
      let backup = session.core.backup(of: objects)
      await objects.reportCopies()
      if file == "-" {
        let bytes = try await backup.contents()
        return Terminal.sayVerbatim(String(decoding: bytes.dropLast(), as: UTF8.self))
      }
      try await backup.export(to: CLIContext.absolute(file))
      Terminal.say(tr("Saved as {path}", ["path": file]))
    }
  }

  struct Import: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        abstract: helpText("Restore missing data from the file."),
        discussion: helpText(
          "Data that you deleted is restored too. If an item differs on this computer, the later edit is used. Your settings don't change."
        ))
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The path of the file.")) var file: String

    func run() async throws {
      let session = try CLIContext(common)
      try await session.followingAlerts {
        let backup = session.core.backup(of: try await session.objects())
        let counts = try await backup.restore(from: CLIContext.absolute(file))
        Terminal.say(
          "Items: \(counts.added) added, \(counts.changed) changed, \(counts.known) unchanged. Settings: \(counts.settings) imported, \(counts.settingsKept) unchanged."
        )
      }
    }
  }
}

extension BackupCommand {
  struct Copies: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        abstract: helpText("List the daily copies of your data."),
        discussion: helpText("Your data folder keeps the latest copies of 7 days, 4 weeks and 12 months."))
    }

    @OptionGroup var common: CommonOptions

    func run() async throws {
      for copy in try await CLIContext(common).objects().copies() { Terminal.say("\(copy.day)  \(copy.path)") }
    }
  }

  struct AdoptUnsent: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "take-up", abstract: helpText("Restore missing data from a daily copy."),
        discussion: helpText(
          "Data that you deleted after that day stays deleted. If you changed an item after that day, the later edit is used."
        ))
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The day of the copy, as \"kurs-cli backup copies\" lists it.")) var day: String

    func run() async throws {
      let wanted = try CLIContext.day(day)
      let session = try CLIContext(common)
      let objects = try await session.objects()
      guard let copy = objects.copies().first(where: { $0.day == wanted }) else {
        throw Failure(.usage, tr("No copy of {day} found. For the list, run \"kurs-cli backup copies\".", ["day": day]))
      }
      try await session.followingAlerts {
        let counts = try await objects.restore(copy)
        Terminal.say("Items: \(counts.added) added, \(counts.changed) changed, \(counts.known) unchanged.")
        await objects.reportCopies()
      }
    }
  }
}
