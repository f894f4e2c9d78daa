// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct LogCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "log",
      abstract: helpText("Show the log, newest first."),
      discussion: helpText("The log has at most 1 MiB. It contains no full web addresses, email addresses, amounts or keys."))
  }

  @OptionGroup var common: CommonOptions
  @Option(help: helpText("The number of lines to show.", valueName: "n")) var lines = 100

  func validate() throws {
    guard lines > 0 else { throw ValidationError(tr("Use a number above zero for --lines.")) }
  }

  func run() async throws {
    let log = try CLIContext(common).core.log
    for line in await log.lines(newest: lines) { Terminal.say(line) }
  }
}
