// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct LogCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "log",
      abstract: helpText("Print what became of refreshes, refused answers and pictures, newest first."),
      discussion: helpText("The log holds a mebibyte at most, and no addresses, contents or keys."))
  }

  @OptionGroup var common: CommonOptions
  @Option(help: helpText("How many lines at most.", valueName: "n")) var lines = 100

  func validate() throws {
    guard lines > 0 else { throw ValidationError(tr("--lines takes a number above zero.")) }
  }

  func run() async throws {
    let log = try CLIContext(common).core.log
    for line in await log.lines(newest: lines) { Terminal.say(line) }
  }
}
