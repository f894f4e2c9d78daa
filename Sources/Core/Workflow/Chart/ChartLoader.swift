// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel

public struct ChartLoader: Sendable {
  private let rates: RatesWorkflow

  public init(_ rates: RatesWorkflow) { self.rates = rates }

  public func chart(
    of subject: ChartSubject, provider: Provider, options: ChartOptions, range: ChartRange, today: Day
  ) async throws(RatesFailure) -> ChartState {
    var machine = ChartMachine(
      state: ChartState(
        subject: subject, provider: provider, options: options, range: range,
        window: DaySpan(first: today, last: today)))
    _ = machine.seriesLoaded(try await sources(of: subject, provider: provider.id), of: subject)
    return machine.state
  }

  func sources(of subject: ChartSubject, provider id: ProviderID) async throws(RatesFailure) -> [ChartSource] {
    let newest = try await rates.table(of: id, on: nil).newest
    var sources: [ChartSource] = []
    for counter in subject.counters {
      sources.append(try await source(from: subject.base, to: counter, provider: id, newest: newest))
    }
    return sources
  }

  private func source(
    from base: Currency, to counter: Currency, provider id: ProviderID, newest: Day
  ) async throws(RatesFailure) -> ChartSource {
    let provider = try await rates.provider(id)
    let series = try await rates.series(of: id, from: base, to: counter, between: provider.firstDay, and: newest)
    guard let last = series.points.last?.day else {
      throw .rate(.missing(counter, provider: id, day: newest, lastSeen: nil))
    }
    var source = ChartSource(
      currency: counter, days: series.points.map(\.day), rates: series.points.map(\.rate))
    let weights = series.points.map(\.weight)
    if weights.contains(where: { $0 != .one }) { source.weights = weights }
    if series.lawStart < series.points.count { source.lawStart = series.lawStart }
    let observed = series.lawStart > 0 ? series.points[series.lawStart - 1].day : last
    source.laws = laws(of: [base, counter], provider, from: series.points[0].day, to: last)
    source.sources = await rates.sources(of: series, at: id)
    source.peg = [counter, base].compactMap { rates.catalogue.peg(of: $0, on: last) }.first
    guard newest - observed > provider.carryLimit else { return source }
    let ended = [base, counter].compactMap { rates.catalogue[$0]?.until }.filter {
      $0 >= observed - provider.carryLimit
    }.min()
    source.end = ended.map { .discontinued(last: $0) } ?? .suspended(last: observed)
    return source
  }

  private func laws(of pair: [Currency], _ provider: Provider, from first: Day, to last: Day) -> [LegalRate] {
    Set(pair.flatMap { rates.catalogue.laws(touching: $0, home: provider.home) })
      .filter { $0.kind == .redenomination && first < $0.from && $0.from <= last }
      .sorted { $0.from < $1.from }
  }
}
