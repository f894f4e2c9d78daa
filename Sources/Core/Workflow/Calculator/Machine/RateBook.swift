// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The rates that the list counts at: of the days that are in so far, with the person's own before them.
struct RateBook: Sendable {
  /// One rate that somebody asked for.
  struct Key: Hashable, Sendable {
    let from: Currency
    let to: Currency
    let day: Day?
  }

  var provider: ProviderID { didSet { known = [:] } }
  var today: Day { didSet { if today != oldValue { known = [:] } } }
  var own: [OwnRate] = [] { didSet { known = [:] } }
  private var tables: [Day?: RateTable] = [:]
  private var failures: [Day?: RatesFailure] = [:]
  private var asked: Set<Day?> = []
  /// Kept between two key presses: making a cross rate costs more than using it.
  private var known: [Key: Result<AppliedRate, RateError>] = [:]

  init(provider: ProviderID, today: Day) {
    self.provider = provider
    self.today = today
  }

  subscript(day: Day?) -> RateTable? { tables[day] }

  /// Whether a day's rates may still come.
  func isPending(_ day: Day?) -> Bool { tables[day] == nil && failures[day] == nil }

  /// Why a day has no rates, where that is known.
  func error(on day: Day?) -> RateError? {
    guard tables[day] == nil, case .rate(let error)? = failures[day] else { return nil }
    return error
  }

  /// What is known by now, with the rates of `keys` among it.
  mutating func source(with keys: some Sequence<Key>) -> any RateSource {
    let tables = tableRates
    for key in keys where known[key] == nil && key.from != key.to {
      known[key] = Result { () throws(RateError) in try tables.rate(from: key.from, to: key.to, on: key.day) }
    }
    return KnownRates(known: known, others: tables)
  }

  private var tableRates: any RateSource {
    let published = TableRates { [tables, failures, provider] day throws(RateError) in
      if let table = tables[day] { return table }
      if case .rate(let error)? = failures[day] { throw error }
      throw .noRates(provider: provider)
    }
    return own.isEmpty ? published : OwnRates(own, before: published, today: today)
  }
}

extension RateBook {
  /// Those of `days` that have to be asked for; they count as asked from now on.
  mutating func ask(for days: Set<Day?>) -> [Day?] {
    let missing = days.filter { isPending($0) && !asked.contains($0) }
    asked.formUnion(missing)
    return newestFirst(missing)
  }

  /// All of `days` again, for there is news; what is on the screen stays until it comes.
  mutating func askAgain(for days: Set<Day?>) -> [Day?] {
    tables = tables.filter { days.contains($0.key) }
    failures = [:]
    known = [:]
    asked = days
    return newestFirst(days)
  }

  mutating func loaded(_ table: RateTable, on day: Day?) {
    tables[day] = table
    failures[day] = nil
    known = [:]
    asked.remove(day)
  }

  mutating func failed(_ failure: RatesFailure, on day: Day?) {
    asked.remove(day)
    guard tables[day] == nil else { return }
    failures[day] = failure
    known = [:]
  }

  private func newestFirst(_ days: Set<Day?>) -> [Day?] {
    days.sorted { ($0?.number ?? .max) > ($1?.number ?? .max) }
  }
}

/// Rates that were asked for before, and the way to others.
private struct KnownRates: RateSource {
  let known: [RateBook.Key: Result<AppliedRate, RateError>]
  let others: any RateSource

  func rate(from: Currency, to: Currency, on day: Day?) throws(RateError) -> AppliedRate {
    if let rate = known[RateBook.Key(from: from, to: to, day: day)] { return try rate.get() }
    return try others.rate(from: from, to: to, on: day)
  }
}
