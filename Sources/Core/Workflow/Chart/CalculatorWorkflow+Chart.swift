// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorWorkflow {
  /// A chart of the rates that the calculator converts with.
  public func chart(of subject: ChartSubject) async -> ChartWorkflow {
    await ChartWorkflow.open(
      subject, provider: state.rates.provider, rates: rates, person: person, catalogue: catalogue,
      today: clock().day)
  }
}
