// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursChart
import KursDrawing
import KursModel
import TestSupport

@testable import KursWorkflow

func day(_ text: String) -> Day { Day(iso: text) ?? Day(number: 0) }

let provider = Provider(
  id: .ecb, publisher: "", home: .eur, firstDay: day("1999-01-04"), carryLimit: 10, terms: "", attribution: ""
)

extension ChartText {
  /// Writes numbers and dates without a locale.
  static let plain = ChartText(
    number: { $0.text(places: $1) }, percent: { $0.text(places: $1) + "%" },
    label: { label in
      switch label {
      case .year(let year): "\(year)"
      case .month(let year, let month): "\(year)-\(month)"
      case .day(let day): day.description
      }
    },
    date: { $0.description }, change: { ($0 * Rational(100)).text(places: 2) + "%" }, mean: "mean", byLaw: "by law",
    pegged: { "\($0.retired) pegged" }, gap: { "gap \($0.first) \($0.last)" }, shortGap: "gap",
    redenominated: { "1 \($0.successor) = \($0.factor.exactText()) \($0.retired)" }, ended: { _ in "ended" }, average: { "average \($0)" }, nothing: "nothing")
}

/// Returns a series that rises or falls at random on each weekday.
func walk(_ seed: UInt64, from first: String = "1999-01-04", count: Int = 7000, start: Int64 = 11_000)
  -> ChartSource
{
  var dice = SplitMix64(seed: seed)
  var (value, number) = (start, day(first).number)
  var source = ChartSource(currency: Currency("USD") ?? .eur, days: [], rates: [])
  while source.days.count < count {
    let day = Day(number: number)
    number += 1
    guard day.weekday < 6 else { continue }
    value = max(value + Int64.random(in: -90...92, using: &dice), 100)
    source.days.append(day)
    source.rates.append(Rational(units: value, places: 4))
  }
  return source
}

func chart(
  _ sources: [ChartSource], _ range: ChartRange = .all, _ change: (inout ChartOptions) -> Void = { _ in }
) -> ChartState {
  let codes = ["USD", "GBP", "CHF", "JPY"].compactMap { Currency($0) }
  let named = zip(sources, codes).map { source, code in
    ChartSource(
      currency: code, days: source.days, rates: source.rates, end: source.end, lawStart: source.lawStart,
      laws: source.laws, peg: source.peg)
  }
  guard let subject = ChartSubject(base: .eur, counters: named.map(\.currency)) else { preconditionFailure() }
  var options = ChartOptions()
  change(&options)
  var machine = ChartMachine(
    state: ChartState(
      subject: subject, provider: provider, options: options, range: range,
      window: DaySpan(first: day("2020-01-01"), last: day("2021-01-01"))))
  _ = machine.seriesLoaded(named, of: subject)
  return machine.state
}

let pictures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Pictures")
