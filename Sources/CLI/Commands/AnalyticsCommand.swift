// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct AnalyticsCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "analytics",
      abstract: helpText("Show or clear usage statistics, and preview the data to send."),
      discussion: helpText(
        "Logging and sending are off by default. \"kurs-cli settings set log-statistics true\" logs on this computer only. \"kurs-cli settings set send-statistics true\" sends statistics to the account server."
      ),
      subcommands: [Show.self, Waiting.self, Clear.self], defaultSubcommand: Show.self)
  }

  struct Show: PlainCommand {
    static var abstract: String { helpText("Print the usage log of this computer, oldest entry first.") }

    @OptionGroup var common: CommonOptions
    @Flag(help: helpText("Print JSON.")) var json = false

    func run() async throws {
      let user = try await CLIContext(common).openUser()
      let log = try await user.analyticsLog()
      if json {
        Terminal.say(JSONWriter().text(of: .array(log.map(\.json))))
      } else {
        for tracked in log { Terminal.say("\(tracked.time.utcText)  \(tracked.event.text)") }
      }
    }
  }

  struct Waiting: PlainCommand {
    static var abstract: String {
      helpText("Print the unsent data exactly as it will be sent.")
    }

    @OptionGroup var common: CommonOptions

    func run() async throws {
      let session = try await AccountSession(common)
      for document in await session.services.outgoing.documents() {
        Terminal.say("\(document.server ?? ""): \(document.body)")
      }
    }
  }

  struct Clear: PlainCommand {
    static var abstract: String { helpText("Delete the usage log and the unsent data. Your settings don't change.") }

    @OptionGroup var common: CommonOptions

    func run() async throws {
      let session = try await AccountSession(common)
      let count = try await session.session.openUser().analyticsLog().count
      try await session.services.statistics.clear()
      Terminal.say(trn("{n} item deleted.", "{n} items deleted.", count))
    }
  }
}

extension TrackedEvent {
  fileprivate var json: JSONValue {
    let answers = event.answers.map { ($0.question.rawValue, JSONValue.string($0.answer)) }
    return [
      "id": .string(id), "name": .string(event.name.rawValue), "time": .string(time.utcText),
      "properties": .object(JSONObject(answers)),
    ]
  }
}
