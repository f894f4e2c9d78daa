// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// A sentence for standard error and the exit code that goes with it.
struct Failure: Error, CustomStringConvertible {
  let code: ExitCode
  let description: String

  /// Gives the core's errors their words.
  static func wording<T>(_ body: () throws -> T) throws -> T {
    do { return try body() } catch { throw worded(error) }
  }

  static func wording<T>(_ body: () async throws -> T) async throws -> T {
    do { return try await body() } catch { throw worded(error) }
  }

  private static func worded(_ error: any Error) -> any Error {
    switch error {
    case let error as RateError: Failure(error)
    case let error as RatesFailure: Failure(error)
    case let error as StartFailure: Failure(error)
    case let error as StorageError: Failure(error)
    case let error as FileFailure: Failure(error)
    case let error as BackupFault: Failure(error)
    default: error
    }
  }
}

/// Failures that only the terminal has.
enum CommandFailure: Error {
  case noHome
  case unknownCurrency(String)
  case unreadableAmount(String)
  case emptyArgument
  case unreadableDay(String)
  case unknownPicture(String)
  case noCairo
  case unknownSetting(String)
  case unreadableSetting(String, String)
  case noKey(ProviderID)
  case unreadableKey
  case noPassword
  case noServer
  case noTeam
  case teamFile
  case unknownAccount(String)
  case unreadableFile(String)
}

extension ExitCode {
  static let usage = ExitCode(64)
  static let badData = ExitCode(65)
  static let unreadable = ExitCode(66)
  static let unavailable = ExitCode(69)
  static let unwritable = ExitCode(74)
}
