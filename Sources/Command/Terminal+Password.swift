// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Glibc
import KursCore

// The terminal's settings with its echo. Set before `endWithEcho` is installed, which reads them.
nonisolated(unsafe) private var echoing = termios()

/// Gives the terminal its echo back, then lets the signal end the program.
private func endWithEcho(_ number: Int32) {
  tcsetattr(STDIN_FILENO, TCSANOW, &echoing)
  signal(number, SIG_DFL)
  raise(number)
}

extension Terminal {
  /// A secret from the keyboard, unseen, or the first line of a pipe; never an argument, which others can read.
  static func secret(_ prompt: String) throws -> Secret {
    guard isatty(STDIN_FILENO) == 1 else { return try checked(readLine()) }
    tcgetattr(STDIN_FILENO, &echoing)
    var silent = echoing
    silent.c_lflag &= ~tcflag_t(ECHO)
    say(prompting: prompt)
    let interrupts = [SIGINT, SIGQUIT, SIGTERM, SIGHUP]
    for interrupt in interrupts { signal(interrupt, endWithEcho) }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &echoing)
      for interrupt in interrupts { signal(interrupt, SIG_DFL) }
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
