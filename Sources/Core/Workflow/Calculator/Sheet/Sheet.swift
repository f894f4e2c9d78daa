// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The list with its terms: everything that undo restores.
struct Sheet: Hashable, Sendable {
  /// Never empty.
  private(set) var lines: [SheetLine]
  private(set) var active = 0
  /// Nil for a single line, whose currency is the total's.
  private(set) var total: Currency?
  /// Never contains the total's currency or a duplicate.
  private(set) var results: [Currency]
  /// The user's result currencies, which all machines share. This list may show others.
  var chosen: [Currency]
  var day: Day?
  var rule: NamedRule?
  var fee: Fee?
  var roundsCash = false
  var list: UserObject.ID?
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

  var totalCurrency: Currency { total ?? lines[0].picked }

  var nextID: CalculationLine.ID { .init((lines.map(\.id.number).max() ?? 0) + 1) }

  var days: Set<Day?> { Set(lines.lazy.map(\.day).filter { $0 != nil }).union([day]) }

  var calculation: Calculation { Calculation(lines: lines.map(\.calculationLine), day: day, rule: rule) }

  struct Parts {
    var lines: [SheetLine]
    var active: Int
    var total: Currency?
    var results: [Currency]
  }

  mutating func edit(_ change: (inout Parts) -> Void) {
    let before = totalCurrency
    var parts = Parts(lines: lines, active: active, total: total, results: results)
    // Emptied first, so that changing one line doesn't copy them all.
    lines = []
    change(&parts)
    (lines, active, total, results) = (parts.lines, parts.active, parts.total, parts.results)
    restoreInvariants(since: before)
  }

  /// The part that is saved with a list. The active line isn't, nor are the choices that all lists share.
  var content: Sheet {
    var sheet = self
    (sheet.active, sheet.chosen, sheet.ownRates) = (0, [], [])
    return sheet
  }

  func edited(_ change: (inout Parts) -> Void) -> Sheet {
    var sheet = self
    sheet.edit(change)
    return sheet
  }

  mutating func chooseResults(_ change: (inout [Currency]) -> Void) {
    let before = results
    edit { change(&$0.results) }
    chosen = CurrencyEdit(before: before, after: results).applied(to: chosen)
  }

  /// Applies another machine's choice of results. Other results of this list stay.
  mutating func follow(_ choice: CurrencyEdit) {
    chosen = choice.applied(to: chosen)
    edit { $0.results = choice.applied(to: $0.results) }
  }

  mutating func addOwnRates(_ rates: [CustomRate]) {
    if !rates.isEmpty { ownRates = ownRates.taking(rates) }
  }

  /// Adds the lines that `before` has and `after` lacks, each after its previous neighbour.
  func restoring(_ before: Sheet, after: Sheet) -> Sheet {
    let kept = Set(after.lines.map(\.id))
    // Clearing leaves one empty line. It is dropped unless something was typed in it.
    let placeholder = after.lines.count == 1 && after.lines[0].isEmpty ? after.lines[0].id : nil
    return edited { parts in
      let editing = parts.lines[parts.active]
      var next = nextID.number
      var place = 0
      for line in before.lines {
        if kept.contains(line.id) {
          place = parts.lines.firstIndex { $0.id == line.id }.map { $0 + 1 } ?? place
        } else {
          // Another line may have the number now.
          parts.lines.insert(line.numbered(.init(next)), at: place)
          (next, place) = (next + 1, place + 1)
        }
      }
      if editing.id == placeholder, editing.isEmpty { parts.lines.removeAll { $0.id == placeholder } }
      parts.active = parts.lines.firstIndex { $0.id == editing.id } ?? parts.lines.count - 1
      parts.total = parts.total ?? before.totalCurrency
    }
  }

  /// The unnamed list that follows this one: the draft from before, or an empty list.
  func unnamed(_ draft: Sheet?) -> Sheet {
    guard var sheet = draft else {
      var sheet = Sheet(
        lines: [SheetLine(id: .init(1), picked: totalCurrency)], total: totalCurrency, results: chosen)
      (sheet.chosen, sheet.ownRates) = (chosen, ownRates)
      return sheet
    }
    // A choice made since then applies to every list.
    let edit = CurrencyEdit(before: sheet.chosen, after: chosen)
    if edit.before != edit.after { sheet.follow(edit) }
    (sheet.chosen, sheet.ownRates) = (chosen, ownRates)
    return sheet
  }

  func edits(since before: Sheet) -> [UserEdit] {
    var edits: [UserEdit] = []
    if ownRates != before.ownRates { edits.append(.ownRates(before: before.ownRates, after: ownRates)) }
    if chosen != before.chosen { edits.append(.results(CurrencyEdit(before: before.chosen, after: chosen))) }
    return edits
  }

  private mutating func restoreInvariants(since before: Currency) {
    if lines.isEmpty { lines = [SheetLine(id: .init(1), picked: before)] }
    active = min(max(active, 0), lines.count - 1)
    total = lines.count == 1 ? nil : total ?? before
    // A result that becomes the total's currency exchanges places with it. Otherwise one would be lost.
    if let place = results.firstIndex(of: totalCurrency) { results[place] = before }
    // The previous total's currency returns to the results, unless another one took its place.
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
  func taking(_ typed: [CustomRate]) -> [CustomRate] {
    let others = filter { old in !typed.contains { $0.isFor(old.from, old.to) } }
    return (others + typed.map { CustomRate(from: $0.from, to: $0.to, value: $0.value) ?? $0 }).byPair
  }
}
