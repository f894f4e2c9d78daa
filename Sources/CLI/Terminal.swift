// SPDX-License-Identifier: GPL-3.0-or-later

import ArgumentParser
@preconcurrency import Glibc
import KursCore

enum Terminal {
  static let isJSON = CommandLine.arguments.prefix { $0 != "--" }.contains("--json")

  /// Prints a line. Replaces its control characters, which may come from a server or another user.
  static func say(_ line: String) {
    print(shown(line))
  }

  static func shown(_ line: String) -> String { isJSON ? line : line.harmless() }

  static func sayVerbatim(_ text: String) {
    print(text)
  }

  static func sayBytes(_ bytes: [UInt8]) throws {
    guard fwrite(bytes, 1, bytes.count, stdout) < bytes.count else { return }
    throw Failure(output: errno)
  }

  static func printError(_ sentence: String) {
    if isJSON {
      tell(JSONWriter().text(of: ["warning": .string(sentence)]))
    } else {
      tell("kurs-cli: \(sentence.harmless(limit: 2000))")
    }
  }

  static func warn(_ error: any Error) {
    if let failure = Failure(any: error) { printError(failure.description) }
  }

  static func refuse(_ sentence: String, _ code: ExitCode) {
    guard isJSON else { return tell("kurs-cli: \(sentence.harmless(limit: 2000))") }
    let error = JSONObject([("message", .string(sentence)), ("exit", .number(JSONNumber(Int(code.rawValue))))])
    tell(JSONWriter().text(of: ["error": .object(error)]))
  }

  /// Prints to standard error. Does nothing if standard error is closed or full.
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

  /// Flushes the output. Returns the error number if that failed, for example on a full disk, or nil.
  static func outputFault() -> Int32? {
    let hadFailed = ferror(stdout) != 0
    errno = 0
    guard fflush(stdout) != 0 || hadFailed else { return nil }
    return errno
  }

  /// Opens standard input, output and error if the caller closed them, so that no database gets their descriptors.
  static func openStandardFiles() {
    for (descriptor, way) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The output is opened for reading only, so that writing to it still fails.
      _ = open("/dev/null", way)
    }
  }

  /// Runs a command. If it fails, prints one sentence to standard error and throws the exit code.
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

// The terminal's settings with echo, which `endWithEcho` restores. Set before that signal handler is installed.
nonisolated(unsafe) private var echoing = termios()

private func endWithEcho(_ number: Int32) {
  tcsetattr(STDIN_FILENO, TCSANOW, &echoing)
  signal(number, SIG_DFL)
  raise(number)
}

extension Terminal {
  /// Reads a secret without echo, or a pipe's first line. Arguments can't contain secrets, as other users see those.
  static func secret(_ prompt: String) throws -> Secret {
    guard isatty(STDIN_FILENO) == 1 else { return try checked(readLine()) }
    tcgetattr(STDIN_FILENO, &echoing)
    var silent = echoing
    silent.c_lflag &= ~tcflag_t(ECHO)
    say(prompting: prompt + " ")
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

  /// Requests the secret twice on a terminal, because the typed letters are hidden. A pipe contains it only once.
  static func newSecret(_ email: String) throws -> Secret {
    let first = try secret(tr("New password for {email}, at least 10 characters:", ["email": email]))
    guard isatty(STDIN_FILENO) == 1, try secret(tr("Repeat the password:")) != first else { return first }
    throw CommandFailure.passwordsDiffer
  }

  private static func checked(_ line: String?) throws -> Secret {
    guard let line, !line.isEmpty else { throw CommandFailure.noPassword }
    return Secret(line)
  }

  private static func say(prompting text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
