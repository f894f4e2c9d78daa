// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import Foundation

/// Standard output, standard error, and the way out.
enum Terminal {
  static func say(_ line: String) {
    print(line)
  }

  static func complain(_ sentence: String) {
    FileHandle.standardError.write(Data("kurs-cli: \(sentence)\n".utf8))
  }

  /// For the person in front of it, not for whatever reads what the command gives.
  static func tell(_ line: String) {
    FileHandle.standardError.write(Data("\(line)\n".utf8))
  }

  /// Runs a command's body; a failure becomes one sentence on standard error and its exit code.
  static func run(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let failure as Failure {
      complain(failure.description)
      throw failure.code
    } catch let failure as CommandFailure {
      let worded = Failure(failure)
      complain(worded.description)
      throw worded.code
    }
  }
}
