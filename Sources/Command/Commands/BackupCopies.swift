// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension BackupCommand {
  struct Copies: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        abstract: helpText("List the copies that Kurs keeps of what is personal, one a day."),
        discussion: helpText("The newest seven are kept beside the file, then one of each week and month."))
    }

    @OptionGroup var common: CommonOptions

    func run() async throws {
      for copy in try await Session(common).objects().copies() { Terminal.say("\(copy.day)  \(copy.path)") }
    }
  }

  struct TakeUp: AsyncParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "take-up", abstract: helpText("Bring back what a day's copy has and is missing here."),
        discussion: helpText("What was deleted since stays deleted; where both have something, the later edit counts."))
    }

    @OptionGroup var common: CommonOptions
    @Argument(help: helpText("The day of the copy, as \"kurs-cli backup copies\" lists it.")) var day: String

    func run() async throws {
      let wanted = try Session.day(day)
      let session = try Session(common)
      let objects = try await session.objects()
      guard let copy = objects.copies().first(where: { $0.day == wanted }) else {
        throw Failure(.usage, tr("There is no copy of {day}; \"kurs-cli backup copies\" lists them.", ["day": day]))
      }
      try await session.followingAlerts {
        let counts = try await objects.takeUp(copy)
        Terminal.say("added \(counts.added), changed \(counts.changed), known \(counts.known)")
      }
    }
  }
}
