// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension CalculatorWorkflow {
  /// What decides on the middle rates of a day, whatever side the person chose; nil for the newest.
  public func middleRates(on day: Day?) async throws(RatesFailure) -> Resolver {
    try await rates.ratesInUse(on: day).resolver.atMiddle
  }

  /// What the bank of a middle rate sells at itself; nil where it does not say.
  public func selling(beside middle: Route, on day: Day?) async -> Route? {
    await rates.selling(beside: middle, on: day)
  }
}
