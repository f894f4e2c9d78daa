// SPDX-License-Identifier: GPL-3.0-or-later
public import KursStorage

/// How far the start has come, for the splash.
public enum StartState: Sendable {
  /// `permille`: thousandths done, nil while it cannot be told.
  case working(StartStep, permille: Int?)
  /// The calculator can show a number. `services` puts together what goes with the account, once that is wanted.
  case ready(CalculatorWorkflow, services: @Sendable () async -> AccountServices)
  case failed(StartFailure)
}

/// The step that the start is at.
public enum StartStep: Hashable, Sendable {
  case openingStorage
  /// First run, or a newer bundled file: rates are being taken up.
  case importingRates
  case restoringSession
}

/// Why Kurs cannot start at all.
public enum StartFailure: Error, Hashable, Sendable {
  case storage(StorageError)
  case rates(RatesFailure)
  /// A data file that ships with Kurs is missing; where it was looked for.
  case dataMissing(name: String, searched: [String])
  case dataDamaged(name: String)
}
