// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

extension CalculatorWorkflow {
  /// The resolver of a day's middle rates, whatever side the person chose; nil for the newest day.
  public func middleRates(on day: Day?) async throws(RatesFailure) -> Resolver {
    try await rates.ratesInUse(on: day).resolver.atMiddle
  }

  /// The rate at which the bank of a middle rate sells; nil where it publishes none.
  public func selling(beside middle: Route, on day: Day?) async -> Route? {
    await rates.selling(beside: middle, on: day)
  }
}
