// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel
import KursStorage

struct CalculatorMachine: StateMachine {
  enum Action: Equatable, Sendable {
    /// Loads the rates of a day, or the newest rates if the day is nil. `by`: the rule that decides which rates apply.
    case loadRates(Day?, by: NamedRule? = nil)
    case loadTrend(Trend.Key)
    case loadSuspiciousRates
    case decide(Int64, accepted: Bool)
    case saveSession
    case saveEdit(UserEdit)
    case keepInHistory
  }

  enum SavedPart: CaseIterable, Sendable { case session, list, history, edits }

  var state: CalculatorState
  private(set) var saveFailures: [SavedPart: StorageError] = [:]
  var stack: UndoStack<Sheet>
  /// The list with the typed text already split into lines.
  var shown: Sheet
  var reader: SheetReader
  var rateCache: RateCache
  var evaluation: Evaluation
  /// The trends of the shown pairs. Nil until the window requests trends.
  var trends: [Trend.Key: Trend]?
  var pasted: ReadResult?
  /// The lines that the user copied last, and the text that was put on the clipboard.
  private var copied: (text: String, lines: [CalculationLine])?
  var removals: [Removal] = []
  /// The unnamed list while a named list is open. Otherwise nil.
  var draft: Sheet?
  var openedLists: [UserObject.ID: OpenedList] = [:]
  var finished: FinishedAmount? { didSet { state.isFinished = finished?.isStanding ?? false } }
  let catalogue: CurrencyCatalogue
  let defaults: CalculatorDefaults

  init(
    session: SessionValues, defaults: CalculatorDefaults, rates: RatesStatus, catalogue: CurrencyCatalogue,
    amounts: AmountReader
  ) {
    (self.catalogue, self.defaults) = (catalogue, defaults)
    reader = SheetReader(amounts: amounts, catalogue: catalogue, today: rates.today)
    let sheet = reader.sheet(of: session, defaults: defaults)
    rateCache = RateCache(provider: rates.provider.id, today: rates.today, catalogue: catalogue)
    evaluation = sheet.calculation.evaluate(rates: rateCache.source, result: sheet.totalCurrency)
    stack = UndoStack(sheet, limit: 200)
    shown = sheet
    state = CalculatorState(
      typed: "", amount: nil, source: sheet.totalCurrency, results: [], rates: rates, window: session.window)
    state.hasKeypad = session.hasKeypad
    (state.isCompact, state.compactWindow) = (session.isCompact, session.compactWindow)
    state.list = session.list
    state.lists = session.list.map { [$0] } ?? []
    if session.list != nil { draft = session.draft.map { reader.sheet(of: $0, defaults: defaults) } }
  }

  var sheet: Sheet { stack.current }

  mutating func record(_ sheet: Sheet, typedIn field: String? = nil) -> [Action] {
    let before = self.sheet
    leave(before, for: sheet)
    stack.record(sheet, typedIn: field)
    return refresh() + [.saveSession] + self.sheet.edits(since: before).map { .saveEdit($0) }
  }

  mutating func edit(typedIn field: String? = nil, _ change: (inout Sheet.Parts) -> Void) -> [Action] {
    record(shown.edited(change), typedIn: field)
  }

  mutating func choose(_ change: (inout Sheet) -> Void) -> [Action] {
    var sheet = shown
    change(&sheet)
    return record(sheet)
  }

  mutating func undo() -> [Action] { stepped { $0.undo() } }
  mutating func redo() -> [Action] { stepped { $0.redo() } }

  private mutating func stepped(_ step: (inout UndoStack<Sheet>) -> Sheet?) -> [Action] {
    let before = sheet
    guard let sheet = step(&stack) else { return [] }
    leave(before, for: sheet)
    removals.removeAll { $0.before.sheet == sheet }
    return refresh() + [.saveSession] + sheet.edits(since: before).map { .saveEdit($0) }
  }

  var sessionValues: SessionValues {
    SessionValues(sheet, state, draft: draft, form: reader.amounts.symbols.form)
  }

  func places(of money: Money) -> Int {
    money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency))
  }

  mutating func send(_ event: CalculatorEvent) -> [Action] {
    switch event {
    case .amountTyped(let text): amountTyped(text)
    case .equalsPressed: equalsPressed()
    case .cursorMoved: cursorMoved()
    case .sourceChosen(let currency): lineCurrencyChosen(at: shown.active, currency)
    case .lineAdded(let index, let sign): lineAdded(after: index, sign)
    case .lineChosen(let index): lineChosen(index)
    case .lineSignChosen(let index, let sign): changeLine(at: index) { $0.sign = sign }
    case .lineCurrencyChosen(let index, let currency): lineCurrencyChosen(at: index, currency)
    case .lineDayChosen(let index, let day): changeLine(at: index) { $0.day = day }
    case .lineNoteTyped(let index, let note): changeLine(at: index, typedIn: "note") { $0.note = note }
    case .lineRemoved(let index, let removal): lineRemoved(at: index, as: removal)
    case .lineMoved(let index, let target): lineMoved(from: index, to: target)
    case .totalCurrencyChosen(let currency): totalCurrencyChosen(currency)
    case .cleared(let removal): cleared(as: removal)
    case .removalUndone(let removal): removalUndone(removal)
    case .opened(let calculation, let result, let targets): opened(calculation, result, targets)
    case .pasted(let text): pasted(text)
    case .listCopied(let text): listCopied(as: text)
    case .pastedWithin(let text, let position): pastedWithin(text, at: position)
    case .readingChosen(let alternative): readingChosen(alternative)
    case .pasteAccepted: pasteAccepted()
    case .pasteDropped: pasteDropped()
    case .textReceived(let text): textReceived(text)
    case .resultAdded(let currency): resultAdded(currency)
    case .resultRemoved(let index): resultRemoved(at: index)
    case .resultChosen(let index, let currency): resultChosen(at: index, currency)
    case .resultMoved(let index, let target): resultMoved(from: index, to: target)
    case .resultsReplaced(let list): resultsReplaced(list)
    case .resultEdited(let index, let text): resultEdited(at: index, text)
    case .swapped(let index): swapped(at: index)
    case .dayChosen(let day): choose { $0.day = day }
    case .ruleChosen(let rule): choose { $0.rule = rule }
    case .feeChosen(let fee): choose { $0.fee = fee }
    case .cashRoundingSwitched(let isOn): choose { $0.roundsCash = isOn }
    case .ownRateSet(let rate, let old): ownRateSet(rate, replacing: old)
    case .ownRateRemoved(let from, let to): ownRateRemoved(from: from, to: to)
    case .ownRatesReplaced(let rates): ownRatesReplaced(rates)
    case .symbolsChosen(let preferences): symbolsChosen(preferences)
    case .undo: undo()
    case .redo: redo()
    case .trendsWanted: trendsWanted()
    case .windowResized(let size):
      changeAndSave { $0[keyPath: $0.isCompact ? \CalculatorState.compactWindow : \.window] = size }
    case .keypadSwitched(let isOn): changeAndSave { $0.hasKeypad = isOn }
    case .compactSwitched(let isOn): changeAndSave { $0.isCompact = isOn }
    case .networkChanged(let isOnline): show { $0.rates.isOnline = isOnline }
    case .offlineSwitched(let isSet): show { $0.rates.isSetOffline = isSet }
    case .noticeDismissed: show { $0.rates.dismissNotice() }
    case .introductionRead: introductionRead()
    case .suspiciousRateAccepted(let id): decided(id, accepted: true)
    case .suspiciousRateDropped(let id): decided(id, accepted: false)
    }
  }

  private mutating func show(_ change: (inout CalculatorState) -> Void) -> [Action] {
    change(&state)
    return []
  }

  private mutating func changeAndSave(_ change: (inout CalculatorState) -> Void) -> [Action] {
    let before = state
    change(&state)
    return state == before ? [] : [.saveSession]
  }

  private mutating func decided(_ id: Int64, accepted: Bool) -> [Action] {
    state.suspiciousRates.removeAll { $0.id == id }
    return [.decide(id, accepted: accepted), .loadSuspiciousRates]
  }

  private mutating func introductionRead() -> [Action] {
    state.rates.introducedProviders = []
    return [.saveSession]
  }

  /// Handles the result of saving `part`. A save error is shown until all parts are saved.
  mutating func saveEnded(_ part: SavedPart, _ failure: StorageError?) -> [Action] {
    saveFailures[part] = failure
    state.saveFailure = failure ?? SavedPart.allCases.compactMap { saveFailures[$0] }.first  // guards S28
    return []
  }

  mutating func amountTyped(_ text: String) -> [Action] {
    guard let before = finished else { return write(text) }
    switch before.typed(text, currency: state.source, isList: shown.lines.count > 1) {
    case .text(let text, let now):
      finished = now
      return write(text)
    case .newLine(let sign, let text):
      return lineAdded(after: nil, sign) + (text.isEmpty ? [] : write(text))
    }
  }

  private mutating func write(_ text: String) -> [Action] {
    let reading = reader.field(text)
    let sheet = sheet.edited { $0.lines[$0.active].write(text, reading: reading) }
    return record(sheet, typedIn: "amount \(sheet.activeLine.id.number)")
  }

  mutating func equalsPressed() -> [Action] {
    if let more = trailingSignTaken() { return more }
    if shown.lines.count > 1, sheet.activeLine.text.isPlainNumber {
      let isLast = shown.active == shown.lines.count - 1
      let history: [Action] = isLast && state.lines.contains { $0.outcome.isValue } ? [.keepInHistory] : []
      return history + (isLast ? lineAdded(after: nil, .plus) : lineChosen(shown.active + 1))
    }
    let typed = sheet.activeLine
    let actions = finish()
    let line = sheet.activeLine
    let isRounded = typed.exact == nil && line.exact != nil && line.exact != line.reading.line.number
    finished =
      state.problem == nil
      ? FinishedAmount(state.typed, in: line.id, origin: isRounded ? typed.text : nil) : nil
    return actions
  }

  mutating func cursorMoved() -> [Action] {
    finished = nil
    return []
  }

  /// Sets a line's currency. Splits a line such as `1000 − 100` if the user chose another currency for its first part.
  mutating func lineCurrencyChosen(at index: Int, _ currency: Currency) -> [Action] {
    guard shown.lines.indices.contains(index), shown.lines[index].followsPicker else { return [] }
    if let parts = reader.partsByCurrency(of: shown.lines[index]), currency != parts.first.picked {
      return split(index, parts, currency)
    }
    let chosen = shown.edited { $0.lines[index].choose(currency) }
    guard currency == shown.lines[index].picked, shown.lines[index].otherCurrencies.isEmpty,
      !sheet.activeLine.isUnsplit
    else { return record(chosen) }
    // The picker already showed this currency, so undo doesn't need this step.
    stack.amend(chosen)
    return refresh() + [.saveSession]
  }

  private mutating func split(
    _ index: Int, _ parts: (first: SheetLine, sign: LineSign, rest: String), _ currency: Currency
  ) -> [Action] {
    let (id, reading) = (shown.nextID, reader.field(parts.rest))
    let sign: LineSign = parts.first.sign == parts.sign ? .plus : .minus
    var rest = SheetLine(
      id: id, sign: sign, text: parts.rest, picked: currency, isChosen: true, reading: reading)
    rest.day = parts.first.day
    return edit { list in
      list.lines.replaceSubrange(index...index, with: [parts.first, rest])
      if list.active >= index { list.active += 1 }
    }
  }

  /// Finishes the active line. Several amounts become lines, and `2*19.90` becomes `39.80`, with the exact amount kept.
  mutating func finish() -> [Action] {
    let history: [Action] = state.lines.contains { $0.outcome.isValue } ? [.keepInHistory] : []
    guard sheet.activeLine.faults.isEmpty else { return [] }
    if state.unsplit != nil { return record(shown) + history }
    guard let amount = state.amount else { return [] }
    let line = shown.activeLine
    guard line.followsPicker else { return history }
    let text = reader.amounts.write(amount, places(of: Money(amount, line.picked)))
    let reading = reader.field(text)
    return edit { $0.lines[$0.active].write(text, reading: reading, exact: amount) } + history
  }

  /// Handles Enter after a text such as `12 +`. The amount is finished, and the next line gets the sign.
  mutating func trailingSignTaken() -> [Action]? {
    let line = sheet.activeLine
    guard state.unsplit == nil, line.exact == nil, let (rest, sign) = reader.trailingSign(of: line.text)
    else { return nil }
    let reading = reader.field(rest)
    var target = reader.split(sheet.edited { $0.lines[$0.active].write(rest, reading: reading) })
    let id = target.nextID
    target.edit { parts in
      parts.active += 1
      parts.lines.insert(SheetLine(id: id, sign: sign, picked: parts.lines[parts.active - 1].picked), at: parts.active)
    }
    return record(target)
  }

  mutating func lineAdded(after index: Int?, _ sign: LineSign) -> [Action] {
    if index == nil || index == shown.active, let more = trailingSignTaken() { return more }
    guard state.unsplit == nil || sheet.activeLine.faults.isEmpty else { return [] }
    let index = index ?? shown.active
    if state.unsplit != nil, index == shown.active, shown.activeLine.isEmpty { return record(shown) }
    guard shown.lines.indices.contains(index) else { return [] }
    let id = shown.nextID
    return edit { parts in
      if parts.lines[index].isEmpty {
        parts.lines[index].sign = sign
        parts.active = index
      } else {
        parts.lines.insert(SheetLine(id: id, sign: sign, picked: parts.lines[index].picked), at: index + 1)
        parts.active = index + 1
      }
    }
  }

  mutating func lineChosen(_ index: Int) -> [Action] {
    guard shown.lines.indices.contains(index), index != shown.active || state.unsplit != nil else { return [] }
    let sheet = shown.edited { $0.active = index }
    if self.sheet.activeLine.isUnsplit { return record(sheet) }
    stack.amend(sheet)
    return refresh() + [.saveSession]
  }

  mutating func changeLine(
    at index: Int, typedIn field: String? = nil, _ change: (inout SheetLine) -> Void
  ) -> [Action] {
    guard shown.lines.indices.contains(index) else { return [] }
    let field = field.map { "\($0) \(shown.lines[index].id.number)" }
    return edit(typedIn: field) { change(&$0.lines[index]) }
  }

  mutating func lineMoved(from index: Int, to target: Int) -> [Action] {
    guard shown.lines.indices.contains(index), shown.lines.indices.contains(target) else { return [] }
    return edit { parts in
      let active = parts.lines[parts.active].id
      parts.lines.insert(parts.lines.remove(at: index), at: target)
      parts.active = parts.lines.firstIndex { $0.id == active } ?? target
    }
  }

  /// Puts a plain amount into the field, turns an unambiguous list into lines, and shows a preview of ambiguous text.
  mutating func pasted(_ text: String) -> [Action] {
    let text = String(text.trimmingPrefix(while: \.isWhitespace))
    guard !text.allSatisfy(\.isWhitespace) else { return [] }
    if let copied, copied.text == text.trimmed(), !copied.lines.isEmpty {
      return insert(text, LineReading(copied.lines, targets: [], day: nil, rates: []))
    }
    switch PastedText(text, &reader) {
    case .amount(let reading): return replaceActive(signed: text, reading)
    case .list(let reading): return insert(text, reading)
    case .prose: return show { $0.refusals += 1 }
    case .unclear(let result):
      pasted = result
      return refresh()
    }
  }

  private mutating func listCopied(as text: String) -> [Action] {
    copied = (text.trimmed(), currentAmounts.calculation.lines)
    return []
  }

  mutating func isOffered(_ text: String) -> Bool {
    let text = text.trimmed()
    guard (1...60).contains(text.count), !text.contains(where: \.isNewline), pasted == nil,
      text != sheet.activeLine.text.trimmed()
    else { return false }
    return PastedText(list: text, &reader).isList
  }

  /// Inserts `text` if the typed text can then be read, such as "5 EUR". Otherwise calls `pasted` with `text` alone.
  mutating func pastedWithin(_ text: String, at position: Int) -> [Action] {
    let typed = sheet.activeLine.text
    let whole = typed.prefix(position) + text + typed.dropFirst(position)
    return reader.field(String(whole)).errors.isEmpty ? amountTyped(String(whole)) : pasted(text)
  }

  mutating func readingChosen(_ alternative: ReadingAlternative) -> [Action] {
    if let before = pasted {
      pasted = reader.read(alternative.applied(to: before.text))
      return refresh()
    }
    let text = alternative.applied(to: sheet.activeLine.text)
    return replaceActive(text, reader.field(text))
  }

  mutating func pasteAccepted() -> [Action] {
    guard let result = pasted else { return [] }
    pasted = nil
    guard !result.isRefused, let reading = LineReading(result) else { return refresh() }
    return insert(result.text, reading)
  }

  mutating func pasteDropped() -> [Action] {
    guard pasted != nil else { return [] }
    pasted = nil
    return refresh()
  }

  mutating func textReceived(_ text: String) -> [Action] {
    let result = reader.readQuestion(text)
    let lines = result.calculation.lines
    guard !result.needsCheck, result.errors.isEmpty, !lines.isEmpty else { return pasted(text) }
    let total = result.targets.first ?? lines.lazy.compactMap(\.currency).first ?? shown.totalCurrency
    pasted = nil
    return opened(result.calculation, total, Array(result.targets.dropFirst()), result.rates)
  }

  mutating func symbolsChosen(_ preferences: SymbolPreferences) -> [Action] {
    reader.amounts.preferences = preferences
    let text = sheet.activeLine.text
    if sheet.activeLine.exact == nil {
      let reading = reader.field(text)
      stack.amend(sheet.edited { $0.lines[$0.active].write(text, reading: reading) })
    }
    if let result = pasted { pasted = reader.read(result.text) }
    return refresh()
  }

  private mutating func replaceActive(signed text: String, _ reading: LineReading) -> [Action] {
    guard sheet.activeLine.sign == .minus, text.first.flatMap({ LineSign($0) }) == .minus else {
      return replaceActive(text, reading)
    }
    let bare = String(text.dropFirst())
    let field = reader.field(bare)
    guard let number = reading.line.number, field.line.number == -number else {
      return record(
        sheet.edited { parts in
          parts.lines[parts.active].write(text, reading: reading)
          parts.lines[parts.active].sign = .plus
        })
    }
    return replaceActive(bare, field)
  }

  private mutating func insert(_ text: String, _ reading: LineReading) -> [Action] {
    record(reader.inserting(text, reading, into: shown))
  }

  private mutating func replaceActive(_ text: String, _ reading: LineReading) -> [Action] {
    record(sheet.edited { $0.lines[$0.active].write(text, reading: reading) })
  }

  struct Removal: Sendable {
    let number: Int
    let before: (shown: Sheet, sheet: Sheet)
    let after: Sheet
  }

  private static let mostRemovals = 20

  mutating func lineRemoved(at index: Int, as removal: Int?) -> [Action] {
    guard shown.lines.indices.contains(index) else { return [] }
    return remove(as: removal) { parts in
      parts.lines.remove(at: index)
      if parts.active > index { parts.active -= 1 }
    }
  }

  mutating func cleared(as removal: Int?) -> [Action] {
    let line = SheetLine(id: shown.nextID, picked: shown.totalCurrency)
    return remove(as: removal) { ($0.lines, $0.active) = ([line], 0) }
  }

  private mutating func remove(as number: Int?, _ change: (inout Sheet.Parts) -> Void) -> [Action] {
    let before = (shown, sheet)
    let actions = edit(change)
    if let number {
      removals.append(Removal(number: number, before: before, after: sheet))
      removals.removeFirst(max(removals.count - Self.mostRemovals, 0))
    }
    return actions
  }

  /// Undoes a removal. If the list has changed since the removal, adds the removed lines to the changed list.
  mutating func removalUndone(_ number: Int) -> [Action] {
    guard let index = removals.firstIndex(where: { $0.number == number }) else { return [] }
    let removal = removals.remove(at: index)
    if sheet == removal.after, stack.previous == removal.before.sheet { return undo() }
    return record(shown.restoring(removal.before.shown, after: removal.after))
  }

  func explanation(to currency: Currency, now: Timestamp) -> Explanation? {
    guard let conversion = try? evaluation.conversions[currency]?.get(), conversion.rates.count == 1,
      let used = conversion.rates.first, let resolver = rateCache[used.requestedDay],
      let amount = evaluation.total?.money
    else { return nil }
    var explanation = resolver.explanation(of: amount, by: used.rate, now: now)
    explanation.rule = shown.rule.map { NamedRule.Applied($0, to: used.requestedDay ?? state.rates.today) }
    return explanation
  }

  mutating func resultAdded(_ currency: Currency) -> [Action] {
    guard currency != shown.totalCurrency, !shown.results.contains(currency) else { return [] }
    return chooseResults { $0.append(currency) }
  }

  mutating func resultRemoved(at index: Int) -> [Action] {
    guard shown.results.indices.contains(index) else { return [] }
    return chooseResults { $0.remove(at: index) }
  }

  mutating func resultChosen(at index: Int, _ currency: Currency) -> [Action] {
    guard shown.results.indices.contains(index), currency != shown.results[index] else { return [] }
    if currency == shown.totalCurrency { return swapped(at: index) }
    return chooseResults { results in
      if let other = results.firstIndex(of: currency) {
        results.swapAt(index, other)
      } else {
        results[index] = currency
      }
    }
  }

  mutating func resultMoved(from index: Int, to target: Int) -> [Action] {
    guard shown.results.indices.contains(index), shown.results.indices.contains(target) else { return [] }
    return chooseResults { $0.insert($0.remove(at: index), at: target) }
  }

  /// Replaces the result currencies in all undo steps, so that undo doesn't revert a change by another computer.
  mutating func resultsReplaced(_ list: [Currency]) -> [Action] {
    let edit = CurrencyEdit(before: sheet.chosen, after: list)
    guard edit.before != edit.after else { return [] }
    stack.rewrite { $0.follow(edit) }
    return refresh() + [.saveSession]
  }

  private mutating func chooseResults(_ change: (inout [Currency]) -> Void) -> [Action] {
    var sheet = shown
    sheet.chooseResults(change)
    return record(sheet)
  }

  /// Changes the total's currency. A single line keeps its currency, so `currency` becomes a result instead.
  mutating func totalCurrencyChosen(_ currency: Currency) -> [Action] {
    guard currency != shown.totalCurrency else { return [] }
    if shown.lines.count == 1 { return resultAdded(currency) }
    return edit { $0.total = currency }
  }

  /// Makes a result's unrounded value the amount, so that swapping back restores the original amount.
  mutating func swapped(at index: Int) -> [Action] {
    guard shown.results.indices.contains(index) else { return [] }
    let currency = shown.results[index]
    guard shown.lines.count == 1 else { return edit { $0.total = currency } }
    guard case .value(let money, _) = state.results[index].outcome else {
      return lineCurrencyChosen(at: 0, currency)
    }
    return put(money, typedIn: nil)
  }

  mutating func resultEdited(at index: Int, _ text: String) -> [Action] {
    guard shown.lines.count == 1, shown.results.indices.contains(index),
      let typed = reader.field(text).line.number
    else { return [] }
    let (line, result) = (shown.lines[0], shown.results[index])
    // Divides by the shown rate, because the bank may have another rate for the opposite exchange.
    guard let rate = try? rateCache.source.rate(from: line.picked, to: result, on: line.day ?? shown.day) else {
      return []
    }
    return put(Money(rate.amount(worth: typed), line.picked), typedIn: "result \(result)")
  }

  private mutating func put(_ money: Money, typedIn field: String?) -> [Action] {
    let text = reader.amounts.write(money.amount, places(of: money))
    let reading = reader.field(text)
    return edit(typedIn: field) { parts in
      parts.lines[0].write(text, reading: reading, exact: money.amount)
      parts.lines[0].choose(money.currency)
      parts.lines[0].sign = .plus
    }
  }

  mutating func ratesLoaded(_ loaded: [LoadedRates], today: Day) -> [Action] {
    for each in loaded {
      switch each.rates {
      case .success(let inUse): use(inUse.resolver, on: each.day, by: each.rule, awaiting: inUse.awaited, today: today)
      case .failure(let failure): loadingFailed(failure, on: each.day, by: each.rule)
      }
    }
    return refresh()
  }

  mutating func ratesLoaded(
    _ resolver: Resolver, on day: Day?, by rule: NamedRule? = nil, awaiting awaited: Provider? = nil, today: Day
  ) -> [Action] {
    use(resolver, on: day, by: rule, awaiting: awaited, today: today)
    return refresh()
  }

  private mutating func use(
    _ resolver: Resolver, on day: Day?, by rule: NamedRule?, awaiting awaited: Provider?, today: Day
  ) {
    rateCache.loaded(resolver, for: .init(day: day, rule: rule))
    rateCache.today = today
    reader.today = today
    state.rates.awaited = awaited
    state.rates.today = today
    for table in resolver.tables { state.rates.providers[table.provider.id] = table.provider }
    state.rates.side = resolver.side
    if let leading = resolver.leading {
      rateCache.provider = leading.provider.id
      state.rates.provider = leading.provider
    }
    if day == shown.day, rule == shown.rule { state.rates.failure = nil }
  }

  private mutating func loadingFailed(_ failure: RatesFailure, on day: Day?, by rule: NamedRule?) {
    rateCache.failed(failure, for: .init(day: day, rule: rule))
    if day == shown.day, rule == shown.rule { state.rates.failure = failure }
  }

  mutating func ratesUpdated(_ update: RatesUpdate) -> [Action] {
    switch update {
    case .importProgress(let progress):
      let hadNone = state.rates.newest == nil
      state.rates.importProgress = progress.isComplete ? nil : progress
      // Suspicious rates are loaded after the first frame, and again only if new rates were quarantined.
      let suspiciousRates: [Action] = progress.isComplete && progress.quarantined > 0 ? [.loadSuspiciousRates] : []
      return (hadNone || (progress.isComplete && progress.changed > 0) ? loadAgain() : []) + suspiciousRates
    case .newest, .orderChanged:
      if case .newest(let id, _) = update, id == state.rates.importProgress?.provider {
        state.rates.importProgress = nil
      }
      // Another provider also has other rates on past days, so the trends of past days are loaded again too.
      return loadAgain(pastTrendsToo: update == .orderChanged) + (trends == nil ? [] : [.loadSuspiciousRates])
    case .fileRecovered(let recovered): return show { $0.rates.recoveredFile = recovered }
    case .damagedSeries(let id):
      if !state.rates.damagedSeries.contains(id) { state.rates.damagedSeries.append(id) }
      return []
    case .failed(let failure):
      state.rates.failure = failure
      state.rates.importProgress = nil
      return []
    }
  }

  /// Handles the start of a new day. Custom rates may have expired, and "yesterday" now means another day.
  mutating func dayChanged(_ today: Day) -> [Action] {
    guard today != state.rates.today else { return [] }
    rateCache.today = today
    reader.today = today
    state.rates.today = today
    return refresh() + loadAgain()
  }

  private mutating func loadAgain(pastTrendsToo: Bool = false) -> [Action] {
    let moved = (trends ?? [:]).keys.filter { $0.day == nil || pastTrendsToo }
    return rateCache.requestAgain(for: shown.days).map { .loadRates($0, by: rateCache.rule) }
      + moved.map { .loadTrend($0) }
  }

  mutating func trendsWanted() -> [Action] {
    guard trends == nil else { return [] }
    trends = [:]
    return refresh() + [.loadSuspiciousRates]
  }

  mutating func suspiciousRatesLoaded(_ suspiciousRates: [SuspiciousRate]) -> [Action] {
    show { $0.suspiciousRates = suspiciousRates }
  }

  mutating func decisionFailed(_ failure: RatesFailure) -> [Action] {
    show { $0.rates.failure = failure }
  }

  mutating func trendLoaded(_ trend: Trend, for key: Trend.Key) -> [Action] {
    guard trends != nil else { return [] }
    trends?[key] = trend
    return refresh()
  }

  mutating func refresh() -> [Action] {
    shown = reader.split(sheet)
    state.ownRates = shown.ownRates
    rateCache.own = shown.ownRates
    rateCache.rule = shown.rule
    evaluation = shown.calculation.evaluate(
      rates: rateCache.source, result: shown.totalCurrency, targets: shown.results)
    showList()
    let results = results
    (state.lines, state.total, state.results) = (results.lines, results.total, results.results)
    showField()
    (state.day, state.rule) = (shown.day, shown.rule)
    (state.fee, state.roundsCash) = (shown.fee, shown.roundsCash)
    (state.canUndo, state.canRedo) = (stack.canUndo, stack.canRedo)
    state.pasted = pasted.map { PastePreview($0, into: shown, rateCache) }
    if let leading = rateCache[shown.day]?.leading {
      (state.rates.provider, state.rates.newest) = (leading.provider, leading.newest)
    } else if shown.day != nil, !rateCache.isPending(shown.day) {
      state.rates.newest = nil
    }
    if let failure = state.rates.failure, rateCache.belongsToOtherDay(failure, than: shown.day) {
      state.rates.failure = nil
    }
    return rateCache.request(for: shown.days).map { .loadRates($0, by: rateCache.rule) } + missingTrends()
  }

  private var results: SheetResults {
    SheetResults(sheet: shown, evaluation: evaluation, book: rateCache, trends: trends, catalogue: catalogue)
  }

  mutating func missingTrends() -> [Action] {
    guard trends != nil else { return [] }
    return shown.results.map(results.trendKey).filter { trends?[$0] == nil }.map { key in
      trends?[key] = Trend()
      return .loadTrend(key)
    }
  }

  private mutating func showField() {
    let line = sheet.activeLine
    let added = shown.lines.count - sheet.lines.count
    state.active = line.isUnsplit ? sheet.active : shown.active
    state.unsplit = line.isUnsplit && line.reading.isList ? sheet.active..<(sheet.active + added + 1) : nil
    state.typed = line.text
    if let finished, finished.line != line.id || finished.field != line.text { self.finished = nil }
    state.notes = line.exact == nil ? line.reading.notes : []
    state.alternatives = line.exact == nil ? line.reading.alternatives : []
    let active = state.lines[state.active]
    state.source = active.currency
    state.amount = state.unsplit == nil ? active.unsignedAmount : nil
    state.problem = AmountProblem(line, active.outcome, isUnsplit: state.unsplit != nil)
  }

  /// The open list if it must be saved. Nil if all its edits and rates are already stored.
  var unsavedList: (id: UserObject.ID, list: FinishedCalculation, saved: OpenedList)? {
    guard let id = shown.list else { return nil }
    let (list, stored) = (openList, openedLists[id])
    let saved = OpenedList(content: shown.content, version: stored?.version, rates: list.evaluation.rates.count)
    guard stored?.content != saved.content || (stored?.rates ?? 0) < saved.rates else { return nil }
    return (id, list, saved)
  }

  /// Remembers the saved version of a list. Changes during the save are part of the next save.
  mutating func listSaved(_ id: UserObject.ID, as saved: OpenedList) -> [Action] {
    openedLists[id] = saved.with(openedLists[id]?.left)
    return []
  }

  /// Whether a list has unsaved edits in this program. False if the list's stored version is unknown.
  func isEdited(_ id: UserObject.ID) -> Bool {
    openedLists[id].map { id == shown.list ? $0.content != shown.content : $0.left != nil } ?? false
  }

  /// Applies another program's version of a list, to the open list or to the undo steps.
  mutating func listStored(_ list: SavedList) -> [Action] {
    list.id == shown.list ? listOpened(list) : listChanged(list)
  }

  mutating func listOpened(_ list: SavedList) -> [Action] {
    pasted = nil
    removals = []
    // The name of a new or restored list is added now, because the names are read from disk later.
    if let id = list.id, !state.lists.contains(where: { $0.id == id }) {
      state.lists.insert(ListName(id: id, title: list.title), at: 0)
    }
    let actions = record(reader.sheet(of: list, over: shown))
    let stored = OpenedList(content: shown.content, version: list.version, rates: list.rates)
    if let id = list.id { openedLists[id] = stored }
    return actions
  }

  mutating func opened(
    _ calculation: Calculation, _ result: Currency, _ targets: [Currency], hasNoTargets: Bool = false,
    _ rates: [CustomRate] = []
  ) -> [Action] {
    guard !calculation.lines.isEmpty else { return [] }
    let left = listClosed()
    let list = SavedList(
      calculation: calculation, result: result, targets: targets, hasNoTargets: hasNoTargets, fee: shown.fee,
      roundsCash: shown.roundsCash)
    var sheet = reader.sheet(of: list, over: shown)
    sheet.addOwnRates(rates)
    return left + record(sheet)
  }

  mutating func listClosed() -> [Action] {
    guard sheet.list != nil else { return [] }
    pasted = nil
    removals = []
    return record(shown.unnamed(draft))
  }

  mutating func listNamed(_ name: ListName, as saved: OpenedList) -> [Action] {
    guard sheet.list == nil else { return [] }
    stack.rewrite { if $0.list == nil { $0.list = name.id } }
    draft = nil
    openedLists[name.id] = saved
    openedLists[name.id]?.content?.list = name.id
    state.lists.insert(name, at: 0)
    return refresh() + [.saveSession]
  }

  /// Applies another program's change of a list to all undo steps. The list isn't open.
  private mutating func listChanged(_ list: SavedList) -> [Action] {
    let now = reader.sheet(of: list, over: shown)
    if let id = list.id { openedLists[id] = OpenedList(content: reader.split(now).content, version: list.version) }
    stack.rewrite { step in
      guard step.list == list.id else { return }
      var other = now
      (other.ownRates, other.chosen) = (step.ownRates, step.chosen)
      step = other
    }
    return refresh()
  }

  var listsInSteps: [UserObject.ID] {
    let others = Set(stack.all.compactMap(\.list)).subtracting([sheet.list].compactMap { $0 })
    return others + [sheet.list].compactMap { $0 }
  }

  mutating func listSavedAsNew(_ id: UserObject.ID, as name: ListName, _ saved: OpenedList) -> [Action] {
    stack.rewrite { if $0.list == id { $0.list = name.id } }
    (openedLists[id], openedLists[name.id]) = (nil, saved)
    openedLists[name.id]?.content?.list = name.id
    state.lists = [name] + state.lists.filter { $0.id != id }
    return refresh() + [.saveSession]
  }

  mutating func listDeleted(_ id: UserObject.ID) -> [Action] {
    let (wasOpen, next) = (sheet.list == id, shown.unnamed(draft))
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

  private mutating func leave(_ left: Sheet, for next: Sheet) {
    if let id = left.list, id != next.list {
      openedLists[id, default: OpenedList()].left = unsavedList.map { LeftList($0.list, $0.saved) }  // guards S28
    }
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

  /// The current list, even if it is unfinished. It includes lines that have only a note, a day or a sign.
  var openList: FinishedCalculation { results.list(without: \.isBlank) }

  var currentAmounts: FinishedCalculation { results.list(without: \.isEmpty) }

  mutating func ownRateSet(_ rate: CustomRate, replacing old: CustomRate?) -> [Action] {
    ownRatesChanged { rates in
      rates.removeAll { $0 == old || $0.isFor(rate.from, rate.to) }
      rates.append(rate)
    }
  }

  mutating func ownRateRemoved(from: Currency, to: Currency) -> [Action] {
    ownRatesChanged { $0.removeAll { $0.isFor(from, to) } }
  }

  /// Replaces the custom rates in all undo steps, so that undo doesn't revert a change by another computer.
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
