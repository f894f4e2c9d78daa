// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
import KursStorage

extension RatesWorkflow {
  /// How a pair moved between two days, both included; one point for each day that was observed.
  ///
  /// Law and pegs count as they do in a conversion: TRL and TRY are one line, and so are a currency and its peg.
  public func series(
    of id: ProviderID, from: Currency, to: Currency, between first: Day, and last: Day
  ) async throws(RatesFailure) -> RateSeries {
    let (provider, side) = (try provider(id), side)
    if provider.direction == .statedPerRow {
      return try await series(through: provider, from: from, to: to, between: first, and: last)
    }
    guard first <= last else { return RateSeries(from: from, to: to, points: []) }
    // Both at once: each end is a read of its own.
    async let start = worth(of: from, at: provider, side, on: first...last)
    async let end = worth(of: to, at: provider, side.opposite, on: first...last)
    let worths: (start: HomeWorth, end: HomeWorth)
    do {
      worths = (try await start, try await end)
    } catch let failure as RatesFailure {
      throw failure
    } catch {
      throw .rate(.noRates(provider: id))
    }
    let series = RateSeries(from: from, to: to, start: worths.start, end: worths.end, direction: provider.direction)
    guard series.points.isEmpty else { return series }
    let missing = worths.start.isEmpty ? from : to
    throw .rate(.missing(missing, provider: id, day: last, lastSeen: nil))
  }

  private func worth(
    of currency: Currency, at provider: Provider, _ side: QuoteSide, on days: ClosedRange<Day>
  ) async throws(RatesFailure) -> HomeWorth {
    var observed: [Currency: [RateSeries.Point]] = [:]
    let first = days.lowerBound - provider.carryLimit
    for other in catalogue.quotable(for: currency, home: provider.home) {
      var points = try await self.observed(
        other, home: provider.home, of: provider.id, .middle, between: first, and: days.upperBound)
      if side != .middle {
        let sided = try await self.observed(
          other, home: provider.home, of: provider.id, side, between: first, and: days.upperBound)
        points = sided.filled(from: points, provider.carryLimit)
      }
      if !points.isEmpty { observed[other] = points }
    }
    return HomeWorth(of: currency, at: provider, on: days, observed: observed, catalogue: catalogue)
  }

  /// `side`: what the bank does with the currency.
  private func observed(
    _ currency: Currency, home: Currency, of id: ProviderID, _ side: QuoteSide, between first: Day, and last: Day
  ) async throws(RatesFailure) -> [RateSeries.Point] {
    try await mending(id) { database throws(StorageError) in
      let forward = try await database.observations(
        of: id, base: home, counter: currency, side: side.opposite, from: first, to: last)
      if !forward.isEmpty { return forward.map { .init(day: $0.day, rate: $0.rate.reciprocal) } }
      return try await database.observations(
        of: id, base: currency, counter: home, side: side, from: first, to: last
      )
      .map { .init(day: $0.day, rate: $0.rate) }
    }
  }
}

extension [RateSeries.Point] {
  /// These, and those of the middle on days to which none of these may be carried: as a conversion of each day has it.
  fileprivate func filled(from middles: [RateSeries.Point], _ carryLimit: Int) -> [RateSeries.Point] {
    var (points, next) = ([RateSeries.Point](), startIndex)
    for middle in middles {
      while next < endIndex, self[next].day <= middle.day {
        points.append(self[next])
        next += 1
      }
      let holds = next > startIndex && middle.day - self[next - 1].day <= carryLimit
      if !holds { points.append(middle) }
    }
    return points + self[next...]
  }
}
