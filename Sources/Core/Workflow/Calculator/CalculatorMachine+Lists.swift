// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

struct SavedList: Hashable, Sendable {
  var id: UserObject.ID?
  var title = ""
  var version: Fingerprint?
  /// The number of rates saved with it, if more may load later.
  var rates = Int.max
  var calculation: Calculation
  var result: Currency
  var targets: [Currency]
  var hasNoTargets = false
  var fee: Fee?
  var roundsCash = false
}

/// A list as it is stored.
struct OpenedList: Equatable, Sendable {
  /// The content that was last read or saved. Nil if it must be saved.
  var content: Sheet?
  /// Names the stored content. Another version is another program's.
  var version: Fingerprint?
  /// The number of saved rates, if this program saved them. Rates of a newly chosen day load later.
  var rates = Int.max
}

extension CalculatorMachine {
  /// The open list as it would be stored. Nil if it is stored with each edit and rate.
  var unsavedList: (id: UserObject.ID, list: FinishedCalculation, saved: OpenedList)? {
    guard let id = shown.list else { return nil }
    let (list, stored) = (openList, openedLists[id])
    let saved = OpenedList(content: shown.content, version: stored?.version, rates: list.evaluation.rates.count)
    guard stored?.content != saved.content || (stored?.rates ?? 0) < saved.rates else { return nil }
    return (id, list, saved)
  }

  /// What was typed while a list was saved is saved next.
  mutating func listSaved(_ id: UserObject.ID, as saved: OpenedList) -> [Action] {
    openedLists[id] = saved
    return []
  }

  /// Whether this program edited the open list. False for a list of an unknown version.
  func isEdited(_ id: UserObject.ID) -> Bool {
    id == shown.list && (openedLists[id].map { $0.content != shown.content } ?? false)
  }

  /// Shows a list's version of another program, in the window or in the undo steps.
  mutating func listStored(_ list: SavedList) -> [Action] {
    list.id == shown.list ? listOpened(list) : listChanged(list)
  }

  /// Opens another list as one undo step. The unnamed list is kept for later.
  mutating func listOpened(_ list: SavedList) -> [Action] {
    pasted = nil
    removals = []
    // A new or restored list gets its name now, because all names are read later.
    if let id = list.id, !state.lists.contains(where: { $0.id == id }) {
      state.lists.insert(ListName(id: id, title: list.title), at: 0)
    }
    let actions = record(sheet(of: list))
    if let id = list.id { openedLists[id] = OpenedList(content: shown.content, version: list.version, rates: list.rates) }
    return actions
  }

  mutating func opened(
    _ calculation: Calculation, _ result: Currency, _ targets: [Currency], hasNoTargets: Bool = false,
    _ rates: [CustomRate] = []
  ) -> [Action] {
    guard !calculation.lines.isEmpty else { return [] }
    let left = listLeft()
    let list = SavedList(
      calculation: calculation, result: result, targets: targets, hasNoTargets: hasNoTargets, fee: shown.fee,
      roundsCash: shown.roundsCash)
    var sheet = sheet(of: list)
    sheet.take(rates)
    return left + record(sheet)
  }

  mutating func listLeft() -> [Action] {
    guard sheet.list != nil else { return [] }
    pasted = nil
    removals = []
    return record(unnamed)
  }

  /// The unnamed list was saved under a name.
  mutating func listNamed(_ name: ListName, as saved: OpenedList) -> [Action] {
    guard sheet.list == nil else { return [] }
    stack.rewrite { if $0.list == nil { $0.list = name.id } }
    draft = nil
    openedLists[name.id] = saved
    openedLists[name.id]?.content?.list = name.id
    state.lists.insert(name, at: 0)
    return refresh() + [.saveSession]
  }

  /// Applies another machine's change of a list that isn't open, in all undo steps.
  private mutating func listChanged(_ list: SavedList) -> [Action] {
    let now = sheet(of: list)
    if let id = list.id { openedLists[id] = OpenedList(content: reader.split(now).content, version: list.version) }
    stack.rewrite { step in
      guard step.list == list.id else { return }
      var other = now
      (other.ownRates, other.chosen) = (step.ownRates, step.chosen)
      step = other
    }
    return refresh()
  }

  /// The open list comes last.
  var listsInSteps: [UserObject.ID] {
    let others = Set(stack.all.compactMap(\.list)).subtracting([sheet.list].compactMap { $0 })
    return others + [sheet.list].compactMap { $0 }
  }

  mutating func listGone(_ id: UserObject.ID) -> [Action] {
    let (wasOpen, next) = (sheet.list == id, unnamed)
    stack.drop(where: { $0.list == id }, or: next)
    state.lists.removeAll { $0.id == id }
    openedLists[id] = nil
    guard wasOpen else { return refresh() }
    (pasted, removals) = (nil, [])
    if sheet.list == nil { draft = nil }
    return refresh() + [.saveSession]
  }

  mutating func listsRead(_ lists: [ListName]) -> [Action] {
    state.lists = lists
    let before = state.list
    showList()
    // A rename by another window is saved with the session.
    return state.list == before ? [] : [.saveSession]
  }

  mutating func showList() {
    guard let id = shown.list else { return state.list = nil }
    let known = state.list?.id == id ? state.list : nil
    state.list = state.lists.first { $0.id == id } ?? known ?? ListName(id: id, title: "")
  }

  mutating func saveDraft(_ left: Sheet? = nil, for next: Sheet) {
    let left = left ?? sheet
    if left.list == nil, next.list != nil { draft = left }
    if next.list == nil { draft = nil }
  }

  var emptyList: FinishedCalculation {
    var list = FinishedCalculation(
      Calculation(), result: shown.totalCurrency, targets: shown.chosen.filter { $0 != shown.totalCurrency },
      rates: SavedRates([]))
    list.hasNoTargets = list.targets.isEmpty
    return list
  }

  var finishedCalculation: FinishedCalculation? {
    let list = currentAmounts
    return list.evaluation.total == nil ? nil : list
  }

  /// The current list, finished or not. Includes lines without an amount that have a note, day or sign.
  var openList: FinishedCalculation { list(without: \.isBlank) }

  var currentAmounts: FinishedCalculation { list(without: \.isEmpty) }

  private func list(without isLeftOut: (CalculationLine) -> Bool) -> FinishedCalculation {
    var list = FinishedCalculation(shown.calculation, evaluation, targets: shown.results)
    list.remove(where: isLeftOut)
    (list.fee, list.roundsCash, list.hasNoTargets) = (shown.fee, shown.roundsCash, shown.results.isEmpty)
    return list
  }

  private var unnamed: Sheet {
    guard var sheet = draft else {
      var sheet = Sheet(
        lines: [SheetLine(id: .init(1), picked: shown.totalCurrency)], total: shown.totalCurrency,
        results: shown.chosen)
      (sheet.chosen, sheet.ownRates) = (shown.chosen, shown.ownRates)
      return sheet
    }
    // A choice made since then applies to every list.
    let edit = CurrencyEdit(before: sheet.chosen, after: shown.chosen)
    if edit.before != edit.after { sheet.follow(edit) }
    (sheet.chosen, sheet.ownRates) = (shown.chosen, shown.ownRates)
    return sheet
  }

  private mutating func sheet(of list: SavedList) -> Sheet {
    let (result, targets) = (list.result, list.targets)
    var lines = list.calculation.lines.map { line in
      var own = reader.own(line, id: line.id, picked: line.currency ?? list.calculation.defaultCurrency ?? result)
      if let exact = line.exact { own.write(own.text, reading: own.reading, exact: exact.amount) }
      (own.day, own.note) = (line.day, line.note)
      return own
    }
    if lines.isEmpty { lines = [SheetLine(id: .init(1), picked: result)] }
    var sheet = Sheet(lines: lines, active: lines.count - 1, total: result, results: targets)
    // The result currencies of a saved calculation are not sent to the user's other machines.
    (sheet.ownRates, sheet.chosen) = (shown.ownRates, shown.chosen)
    if targets.isEmpty, !list.hasNoTargets { sheet.edit { $0.results = shown.results + [shown.totalCurrency] } }
    // The currency of a single line is its total's, so the requested currency becomes a result.
    if lines.count == 1, sheet.totalCurrency != result {
      sheet.edit { $0.results = [result] + $0.results.filter { $0 != result } }
    }
    (sheet.day, sheet.rule) = (list.calculation.day, list.calculation.rule)
    (sheet.fee, sheet.roundsCash) = (list.fee, list.roundsCash)
    sheet.list = list.id
    return sheet
  }
}

extension CalculatorMachine {
  mutating func ownRateSet(_ rate: CustomRate, replacing old: CustomRate?) -> [Action] {
    ownRatesChanged { rates in
      rates.removeAll { $0 == old || $0.isFor(rate.from, rate.to) }
      rates.append(rate)
    }
  }

  mutating func ownRateRemoved(from: Currency, to: Currency) -> [Action] {
    ownRatesChanged { $0.removeAll { $0.isFor(from, to) } }
  }

  /// Replaces the custom rates in each undo step, so that undo keeps changes by other machines.
  mutating func ownRatesReplaced(_ rates: [CustomRate]) -> [Action] {
    let rates = rates.byPair
    guard rates != state.ownRates else { return [] }
    stack.rewrite { $0.ownRates = rates }
    return refresh()
  }

  private mutating func ownRatesChanged(_ change: (inout [CustomRate]) -> Void) -> [Action] {
    var rates = state.ownRates
    change(&rates)
    rates = rates.byPair
    return rates == state.ownRates ? [] : choose { $0.ownRates = rates }
  }
}
