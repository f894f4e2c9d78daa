// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore
import KursWords

/// A sentence for standard error and the exit code that goes with it.
struct Failure: Error, CustomStringConvertible {
  let code: ExitCode
  let description: String
}

extension Failure {
  /// The words of a command's error, or of the core's; nil for the parser's, which has its own.
  init?(any error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as CommandFailure: self.init(error)
    case let error as RateError: self.init(error)
    case let error as RatesFailure: self.init(error)
    case let error as StartFailure: self.init(error)
    case let error as StorageError: self.init(error)
    case let error as FileFailure: self.init(error)
    case let error as BackupFault: self.init(error)
    case let error as TableFault: self.init(error)
    case let error as SeriesFault: self.init(error)
    case let error as AccountCallFailure: self.init(error)
    case let error as ProviderFileFault: self.init(.badData, KursWords.sentence(for: error))
    default: return nil
    }
  }
}

/// Failures that only the terminal has.
enum CommandFailure: Error {
  case noHome
  case unknownCurrency(String)
  case subunit(String, of: Currency)
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
  /// The ids of all accounts of that address.
  case severalAccounts(String, [String])
  case unreadableFile(String)
}

extension ExitCode {
  static let usage = ExitCode(64)
  static let badData = ExitCode(65)
  static let unreadable = ExitCode(66)
  static let unavailable = ExitCode(69)
  static let unwritable = ExitCode(74)
}
