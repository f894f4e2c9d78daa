// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
@preconcurrency import Glibc
import KursCore

/// Standard output, standard error, and the way out.
enum Terminal {
  /// Whether what is said is read by a program: `--json` was given.
  static let isJSON = CommandLine.arguments.prefix { $0 != "--" }.contains("--json")

  /// A line of the answer; what servers and other people wrote in it does nothing to the terminal.
  static func say(_ line: String) {
    print(isJSON ? line : line.harmless())
  }

  /// A text of several lines that is Kurs's own.
  static func sayVerbatim(_ text: String) {
    print(text)
  }

  /// Bytes of the answer as they are; throws where they do not get out.
  static func sayBytes(_ bytes: [UInt8]) throws {
    guard fwrite(bytes, 1, bytes.count, stdout) < bytes.count else { return }
    throw Failure(output: errno)
  }

  /// Something that the person should know, although the command goes on.
  static func complain(_ sentence: String) {
    if isJSON {
      tell(JSONWriter().text(of: ["warning": .string(sentence)]))
    } else {
      tell("kurs-cli: \(sentence.harmless(limit: 2000))")
    }
  }

  /// Why the command ends without having done its work.
  static func refuse(_ sentence: String, _ code: ExitCode) {
    guard isJSON else { return tell("kurs-cli: \(sentence.harmless(limit: 2000))") }
    let error = JSONObject([("message", .string(sentence)), ("exit", .number(JSONNumber(Int(code.rawValue))))])
    tell(JSONWriter().text(of: ["error": .object(error)]))
  }

  /// For the person in front of it, not for whatever reads what the command gives.
  ///
  /// A standard error that is closed or full takes nothing; there is nobody left to be told.
  static func tell(_ line: String) {
    Array("\(line)\n".utf8).withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = write(STDERR_FILENO, rest.baseAddress, rest.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// Why what was said did not get out: the disk is full, the pipe is closed; nil where all of it did.
  static func outputFault() -> Int32? {
    let hadFailed = ferror(stdout) != 0
    errno = 0
    guard fflush(stdout) != 0 || hadFailed else { return nil }
    return errno
  }

  /// Gives the three standard files a place where the caller closed them: a database would get their numbers otherwise.
  static func openStandardFiles() {
    for (descriptor, way) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // Read-only for the output, so that writing there fails as it would have.
      _ = open("/dev/null", way)
    }
  }

  /// Runs a command's body; a failure becomes one sentence on standard error and its exit code.
  static func run(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch {
      guard let failure = Failure(any: error) else { throw error }
      refuse(failure.description, failure.code)
      throw failure.code
    }
  }
}

extension Slice<UnsafeRawBufferPointer> {
  fileprivate var baseAddress: UnsafeRawPointer? { base.baseAddress.map { $0 + startIndex } }
}

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
