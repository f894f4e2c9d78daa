// SPDX-License-Identifier: GPL-3.0-or-later
public import KursStorage

public enum StartState: Sendable {
  /// The start is running. `permille`: the completed part, nil while unknown.
  case working(StartStep, permille: Int?)
  /// The calculator can show a number. `services` creates the account services on first use.
  case ready(CalculatorWorkflow, services: @Sendable () async -> AccountServices)
  case failed(StartFailure)
}

public enum StartStep: Hashable, Sendable {
  case openingStorage
  case importingRates
  case restoringSession
}

public enum StartFailure: Error, Hashable, Sendable {
  case storage(StorageError)
  case rates(RatesFailure)
  case dataMissing(name: String, searched: [String])
  case dataDamaged(name: String)
}
