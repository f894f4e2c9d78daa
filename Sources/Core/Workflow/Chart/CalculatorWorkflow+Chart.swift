// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorWorkflow {
  /// A chart of the rates that the calculator converts with.
  ///
  /// Storage is shown at once; what the timetable fetches meanwhile follows as any other news of rates.
  public func chart(of subject: ChartSubject) async -> ChartWorkflow {
    let provider = (try? await rates.provider(charting: [subject.base] + subject.counters)) ?? state.rates.provider
    return await ChartWorkflow.open(
      subject, provider: provider, rates: rates, person: objects.database, catalogue: catalogue,
      today: clock().localDay, track: track)
  }
}
