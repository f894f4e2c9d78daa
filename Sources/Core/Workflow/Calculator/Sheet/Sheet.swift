// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The whole list with what it is asked for: all that undo takes back.
struct Sheet: Hashable, Sendable {
  /// Never empty.
  private(set) var lines: [SheetLine]
  private(set) var active = 0
  /// Nil for one line, whose own currency is the total's.
  private(set) var total: Currency?
  /// Never the total's currency, and none twice.
  private(set) var results: [Currency]
  /// The person's result currencies, whichever of them this list shows: the same on all their machines.
  var chosen: [Currency]
  var day: Day?
  /// The rule that selects the published day; nil for the day itself, or the last before it.
  var rule: NamedRule?
  var fee: Fee?
  var roundsCash = false
  /// Which of the person's lists it is; nil for the one that has no name.
  var list: UserObject.ID?
  /// The person's own rates, by pair; of one pair there is one.
  var ownRates: [CustomRate] = []

  init(lines: [SheetLine], active: Int = 0, total: Currency, results: [Currency]) {
    self.lines = lines
    self.active = active
    self.total = total
    self.results = results
    chosen = results
    restoreInvariants(since: total)
  }

  var activeLine: SheetLine { lines[active] }

  /// The currency that the lines are added up in.
  var totalCurrency: Currency { total ?? lines[0].picked }

  var nextID: CalculationLine.ID { .init((lines.map(\.id.number).max() ?? 0) + 1) }

  /// The days whose rates count: the list's, and those of lines with one of their own.
  var days: Set<Day?> { Set(lines.lazy.map(\.day).filter { $0 != nil }).union([day]) }

  /// The day whose rates count, where all lines have the same; nil for the newest.
  var oneDay: Day? { lines[0].day ?? day }

  var calculation: Calculation { Calculation(lines: lines.map(\.calculationLine), day: day, rule: rule) }

  /// The parts that an edit may change in any way.
  struct Parts {
    var lines: [SheetLine]
    var active: Int
    var total: Currency?
    var results: [Currency]
  }

  /// Changes the list; what must hold of it holds again afterwards.
  mutating func edit(_ change: (inout Parts) -> Void) {
    let before = totalCurrency
    var parts = Parts(lines: lines, active: active, total: total, results: results)
    // Not held twice, so that a change of one line does not copy them all.
    lines = []
    change(&parts)
    (lines, active, total, results) = (parts.lines, parts.active, parts.total, parts.results)
    restoreInvariants(since: before)
  }

  func edited(_ change: (inout Parts) -> Void) -> Sheet {
    var sheet = self
    sheet.edit(change)
    return sheet
  }

  /// The person chose other results.
  mutating func chooseResults(_ change: (inout [Currency]) -> Void) {
    let before = results
    edit { change(&$0.results) }
    chosen = CurrencyEdit(before: before, after: results).applied(to: chosen)
  }

  /// They did so elsewhere; what this list shows beside it stays.
  mutating func follow(_ choice: CurrencyEdit) {
    chosen = choice.applied(to: chosen)
    edit { $0.results = choice.applied(to: $0.results) }
  }

  /// Rates that were typed along are the person's own, as if they had been set.
  mutating func take(_ rates: [CustomRate]) {
    if !rates.isEmpty { ownRates = ownRates.taking(rates) }
  }

  private mutating func restoreInvariants(since before: Currency) {
    if lines.isEmpty { lines = [SheetLine(id: .init(1), picked: before)] }
    active = min(max(active, 0), lines.count - 1)
    total = lines.count == 1 ? nil : total ?? before
    // A result that became the total's currency trades places with it, so that none is lost.
    if let place = results.firstIndex(of: totalCurrency) { results[place] = before }
    // One that was left out for being the total's currency comes back, unless another stands in its place.
    if before != totalCurrency, chosen.contains(before), !results.contains(before),
      results.allSatisfy({ chosen.contains($0) })
    {
      results = CurrencyEdit(before: chosen.filter { $0 != before }, after: chosen).applied(to: results)
    }
    var seen: Set = [totalCurrency]
    results.removeAll { !seen.insert($0).inserted }
  }
}

extension [CustomRate] {
  /// With rates that were typed along, each in the place of the one that its pair had.
  func taking(_ typed: [CustomRate]) -> [CustomRate] {
    let others = filter { old in !typed.contains { $0.isFor(old.from, old.to) } }
    return (others + typed.map { CustomRate(from: $0.from, to: $0.to, value: $0.value) ?? $0 }).byPair
  }
}
