// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The rates of the days that the list counts at, as far as they are in.
struct DayTables: Sendable {
  private(set) var tables: [Day?: RateTable] = [:]
  private var failures: [Day?: RatesFailure] = [:]
  private var asked: Set<Day?> = []

  subscript(day: Day?) -> RateTable? { tables[day] }

  /// Whether a day's rates may still come.
  func isPending(_ day: Day?) -> Bool { tables[day] == nil && failures[day] == nil }

  /// Why a day has no rates, where that is known.
  func error(on day: Day?) -> RateError? {
    guard tables[day] == nil, case .rate(let error)? = failures[day] else { return nil }
    return error
  }

  /// Those of `days` that have to be asked for; they count as asked from now on.
  mutating func ask(for days: Set<Day?>) -> [Day?] {
    let missing = days.filter { isPending($0) && !asked.contains($0) }
    asked.formUnion(missing)
    return missing.sorted { ($0?.number ?? .max) > ($1?.number ?? .max) }
  }

  /// All of `days` again, for there is news; what is on the screen stays until it comes.
  mutating func askAgain(for days: Set<Day?>) -> [Day?] {
    tables = tables.filter { days.contains($0.key) }
    failures = [:]
    asked = days
    return days.sorted { ($0?.number ?? .max) > ($1?.number ?? .max) }
  }

  mutating func loaded(_ table: RateTable, on day: Day?) {
    tables[day] = table
    failures[day] = nil
    asked.remove(day)
  }

  mutating func failed(_ failure: RatesFailure, on day: Day?) {
    asked.remove(day)
    if tables[day] == nil { failures[day] = failure }
  }

  /// The person's own rates before those of the tables.
  func source(_ own: [OwnRate], provider: ProviderID, today: Day) -> any RateSource {
    let published = TableRates { [tables, failures] day throws(RateError) in
      if let table = tables[day] { return table }
      if case .rate(let error)? = failures[day] { throw error }
      throw .noRates(provider: provider)
    }
    return own.isEmpty ? published : OwnRates(own, before: published, today: today)
  }
}
