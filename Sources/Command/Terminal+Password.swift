// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc
import KursCore

extension Terminal {
  /// A secret from the keyboard, unseen, or the first line of a pipe; never an argument, which others can read.
  static func secret(_ prompt: String) throws -> Secret {
    guard isatty(STDIN_FILENO) == 1 else { return try checked(readLine()) }
    var before = termios()
    tcgetattr(STDIN_FILENO, &before)
    var silent = before
    silent.c_lflag &= ~tcflag_t(ECHO)
    say(prompting: prompt)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
      say(prompting: "\n")
    }
    return try checked(readLine())
  }

  private static func checked(_ line: String?) throws -> Secret {
    guard let line, !line.isEmpty else { throw CommandFailure.noPassword }
    return Secret(line)
  }

  private static func say(prompting text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
