// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

extension KursCLI {
  /// Runs the command that the process's arguments name, and ends the process with its exit status.
  public static func runProgram() async -> Never {
    ProgramEnd.now(await status())
  }

  private static func status() async -> Int32 {
    do {
      var command = try parseAsRoot()
      if var waiting = command as? any AsyncParsableCommand {
        try await waiting.run()
      } else {
        try command.run()
      }
      return ExitCode.success.rawValue
    } catch {
      let (message, code) = (fullMessage(for: error), exitCode(for: error))
      if code.isSuccess, !message.isEmpty { Terminal.say(message) } else if !message.isEmpty { Terminal.tell(message) }
      return code.rawValue
    }
  }
}
