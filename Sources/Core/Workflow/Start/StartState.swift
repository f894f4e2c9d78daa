// SPDX-License-Identifier: GPL-3.0-or-later
public import KursStorage

public enum StartState: Sendable {
  /// Kurs is starting. `permille`: the completed share in thousandths, nil while unknown.
  case working(StartStep, permille: Int?)
  /// The calculator is ready. `services` creates the account services at its first call.
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
