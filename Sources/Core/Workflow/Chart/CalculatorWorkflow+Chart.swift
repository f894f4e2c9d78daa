// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorWorkflow {
  /// A chart of the rates that the calculator converts with.
  ///
  /// Storage is shown at once; the missing tail, if the network has it, follows as any other news of rates.
  public func chart(of subject: ChartSubject) async -> ChartWorkflow {
    let provider = (try? await rates.provider(charting: [subject.base] + subject.counters)) ?? state.rates.provider
    let chart = await ChartWorkflow.open(
      subject, provider: provider, rates: rates, person: person, catalogue: catalogue, today: clock().day,
      track: track)
    Task { [rates] in
      // What keeps it from coming is said by the calculator, which asks by its own timetable.
      try? await rates.refreshIfDue(provider.id)
    }
    return chart
  }
}
