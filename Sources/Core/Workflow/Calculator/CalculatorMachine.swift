// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel
import KursStorage

struct CalculatorMachine: StateMachine {
  enum Action: Equatable, Sendable {
    /// Loads the rates of a day by the list's rule. A nil day means the newest.
    case loadRates(Day?, by: NamedRule? = nil)
    case loadTrend(Trend.Key)
    case loadSuspiciousRates
    case decide(Int64, accepted: Bool)
    case saveSession
    case keep(UserEdit)
    case keepInHistory
  }

  enum SavedPart: CaseIterable, Sendable { case session, list, history, edits }

  var state: CalculatorState
  private(set) var saveFailures: [SavedPart: StorageError] = [:]
  var stack: UndoStack<Sheet>
  /// The list with the typed text already split into lines.
  var shown: Sheet
  var reader: SheetReader
  var book: RateCache
  /// The totals of `shown`, with the paths that they use.
  var evaluation: Evaluation
  /// Nil until the window requests trends.
  var trends: [Trend.Key: Trend]?
  var pasted: ReadResult?
  /// The lines of the last copy, and the text that other programs received.
  private var copied: (text: String, lines: [CalculationLine])?
  var removals: [Removal] = []
  /// The unnamed list, while a named one is open.
  var draft: Sheet?
  /// The lists that were open in this run.
  var openedLists: [UserObject.ID: OpenedList] = [:]
  /// The amount that Enter left in the field, until the next action.
  var finished: FinishedAmount? { didSet { state.isFinished = finished?.isStanding ?? false } }
  let catalogue: CurrencyCatalogue

  init(
    session: SessionValues, defaults: CalculatorDefaults, rates: RatesStatus, catalogue: CurrencyCatalogue,
    amounts: AmountReader
  ) {
    self.catalogue = catalogue
    reader = SheetReader(amounts: amounts, catalogue: catalogue, today: rates.today)
    let sheet = reader.sheet(of: session, defaults: defaults)
    book = RateCache(provider: rates.provider.id, today: rates.today, catalogue: catalogue)
    evaluation = sheet.calculation.evaluate(rates: book.source, result: sheet.totalCurrency)
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

  /// Records one undo step of the list. `UndoStack.record` explains `field`.
  mutating func record(_ sheet: Sheet, typedIn field: String? = nil) -> [Action] {
    let before = (rates: self.sheet.ownRates, results: self.sheet.chosen)
    saveDraft(for: sheet)
    stack.record(sheet, typedIn: field)
    return refresh() + [.saveSession] + edits(since: before)
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
    let before = (rates: sheet.ownRates, results: sheet.chosen)
    let left = sheet
    guard let sheet = step(&stack) else { return [] }
    saveDraft(left, for: sheet)
    removals.removeAll { $0.before.sheet == sheet }
    return refresh() + [.saveSession] + edits(since: before)
  }

  private func edits(since before: (rates: [CustomRate], results: [Currency])) -> [Action] {
    var edits: [UserEdit] = []
    if sheet.ownRates != before.rates { edits.append(.ownRates(before: before.rates, after: sheet.ownRates)) }
    if sheet.chosen != before.results {
      edits.append(.results(CurrencyEdit(before: before.results, after: sheet.chosen)))
    }
    return edits.map { .keep($0) }
  }

  var sessionValues: SessionValues { 
    SessionValues(sheet, state, draft: draft, form: reader.amounts.symbols.form)
  }

  func places(of money: Money) -> Int {
    money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency))
  }
}

extension CalculatorMachine {
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
    case .asked(let text): asked(text)
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
    case .windowResized(let size): windowResized(size)
    case .keypadSwitched(let isOn): keypadSwitched(isOn)
    case .compactSwitched(let isOn): compactSwitched(isOn)
    case .networkChanged(let isOnline): networkChanged(isOnline: isOnline)
    case .offlineSwitched(let isSet): offlineSwitched(isSet)
    case .noticeDismissed: noticeDismissed()
    case .introductionRead: introductionRead()
    case .suspiciousRateAccepted(let id): decided(id, accepted: true)
    case .suspiciousRateDropped(let id): decided(id, accepted: false)
    }
  }

  private mutating func windowResized(_ size: WindowSize) -> [Action] {
    let side = state.isCompact ? \CalculatorState.compactWindow : \.window
    guard size != state[keyPath: side] else { return [] }
    state[keyPath: side] = size
    return [.saveSession]
  }

  private mutating func compactSwitched(_ isOn: Bool) -> [Action] {
    guard isOn != state.isCompact else { return [] }
    state.isCompact = isOn
    return [.saveSession]
  }

  private mutating func keypadSwitched(_ isOn: Bool) -> [Action] {
    guard isOn != state.hasKeypad else { return [] }
    state.hasKeypad = isOn
    return [.saveSession]
  }

  private mutating func networkChanged(isOnline: Bool) -> [Action] {
    state.rates.isOnline = isOnline
    return []
  }

  private mutating func offlineSwitched(_ isSet: Bool) -> [Action] {
    state.rates.isSetOffline = isSet
    return []
  }

  private mutating func decided(_ id: Int64, accepted: Bool) -> [Action] {
    state.suspiciousRates.removeAll { $0.id == id }
    return [.decide(id, accepted: accepted), .loadSuspiciousRates]
  }

  private mutating func introductionRead() -> [Action] {
    state.rates.introducedProviders = []
    return [.saveSession]
  }

  /// Dismisses the notice on screen. Notices are shown one at a time, in this order.
  private mutating func noticeDismissed() -> [Action] {
    if state.rates.recoveredFile != nil {
      state.rates.recoveredFile = nil
    } else if state.rates.saveError != nil {
      state.rates.saveError = nil
    } else {
      state.rates.damagedSeries = []
    }
    return []
  }
}

extension CalculatorMachine {
  /// The result of saving a part. The last failure is shown until all parts are saved.
  mutating func saveEnded(_ part: SavedPart, _ failure: StorageError?) -> [Action] {
    saveFailures[part] = failure
    state.saveFailure = failure ?? SavedPart.allCases.compactMap { saveFailures[$0] }.first  // guards S28
    return []
  }
}

extension CalculatorMachine {
  /// Handles typed text. After Enter, an operator continues with the amount, and any other text begins the next amount.
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
}

extension CalculatorMachine {
  /// Sets the currency of the current amount. An earlier amount in another currency becomes a separate line.
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
}

extension SheetReader {
  /// Splits `1000 − 100` if the currency was chosen when only `1000` was typed. Returns the line without its last
  /// amount, that amount and its sign. Nil if the currency was chosen for the whole text.
  mutating func partsByCurrency(of line: SheetLine) -> (first: SheetLine, sign: LineSign, rest: String)? {
    guard line.exact == nil, line.isCurrencyChosen, let chosen = line.chosenBeside, line.text != chosen,
      let (place, sign) = line.text.lastTerm, line.text[..<place].count >= chosen.count
    else { return nil }
    let before = String(line.text[..<place].trimmingSuffix(while: \.isWhitespace))
    let rest = String(line.text[place...].dropFirst().trimmingPrefix(while: \.isWhitespace))
    let (reading, last) = (field(before), field(rest))
    guard reading.errors.isEmpty, !reading.line.isEmpty, last.line.isEmpty || last.line.number != nil else {
      return nil
    }
    var first = line
    first.write(before, reading: reading)
    return (first, sign, rest)
  }
}

extension String {
  /// The position of the last plus or minus between two amounts, outside brackets.
  fileprivate var lastTerm: (place: Index, sign: LineSign)? {
    var (depth, before) = (0, Character(" "))
    var found: (Index, LineSign)?
    for index in indices where !self[index].isWhitespace {
      let character = self[index]
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      default:
        guard let sign = LineSign(character), depth == 0, before.isNumber || ")%.,".contains(before) else { break }
        found = (index, sign)
      }
      before = character
    }
    return found
  }
}

extension CalculatorMachine {
  /// Turns several amounts into lines, and `2*19.90` into `39.80`. The unrounded amount is preserved.
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

  /// Handles `12 +` and Enter. The amount is finished, and the next line gets the sign.
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
}

extension CalculatorMachine {
  /// Puts a plain amount into the field and turns an unambiguous list into lines. Shows a preview of other text.
  mutating func pasted(_ text: String) -> [Action] {
    let text = String(text.trimmingPrefix(while: \.isWhitespace))
    guard !text.allSatisfy(\.isWhitespace) else { return [] }
    if let copied, copied.text == text.trimmed(), !copied.lines.isEmpty {
      return take(text, LineReading(copied.lines, targets: [], day: nil, rates: []))
    }
    if let field = plainAmount(text) { return replaceActive(signed: text, field) }
    let result = reader.read(text)
    guard !result.isProse else {
      state.refusals += 1
      return []
    }
    guard !result.needsCheck, result.namesCurrency || !text.joinsDigits, let reading = LineReading(result) else {
      pasted = result
      return refresh()
    }
    return take(text, reading)
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
    let result = reader.read(text)
    return !result.isProse && !result.needsCheck && LineReading(result) != nil
      && (result.namesCurrency || !text.joinsDigits)
  }

  /// Inserts words that belong to the typed text, such as "EUR" after a number. Other text is pasted as a list.
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
    return take(result.text, reading)
  }

  mutating func pasteDropped() -> [Action] {
    guard pasted != nil else { return [] }
    pasted = nil
    return refresh()
  }

  mutating func asked(_ text: String) -> [Action] {
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

  /// Inserts the lines of a text. They replace an empty or single active line, or follow the active line.
  private mutating func take(_ text: String, _ reading: LineReading) -> [Action] {
    var target = shown
    if target.lines.count > 1, !target.activeLine.isEmpty {
      target.edit { parts in
        parts.active += 1
        parts.lines.insert(
          SheetLine(id: shown.nextID, picked: parts.lines[parts.active - 1].picked), at: parts.active)
      }
    }
    target.edit { parts in
      parts.lines[parts.active].write(text, reading: reading)
      // A list with signs keeps them. Otherwise its lines get the active line's sign.
      if reading.lines.contains(where: { $0.sign == .minus }) { parts.lines[parts.active].sign = .plus }
    }
    return record(
      reader.split(target).edited { parts in
        let written = parts.lines[...parts.active].count { !$0.isEmpty }
        parts.lines.removeAll { $0.isEmpty }
        parts.active = written - 1
      })
  }

  private mutating func plainAmount(_ text: String) -> LineReading? {
    guard !text.contains(where: \.isNewline) else { return nil }
    let field = reader.field(text)
    let isPlain = !field.isList && field.line.currency == nil && field.alternatives.isEmpty
    return isPlain && field.errors.isEmpty && !text.joinsDigits ? field : nil
  }

  private mutating func replaceActive(_ text: String, _ reading: LineReading) -> [Action] {
    record(sheet.edited { $0.lines[$0.active].write(text, reading: reading) })
  }

  private func source(taking typed: [CustomRate]) -> any RateSource {
    var book = book
    if !typed.isEmpty { book.own = shown.ownRates.taking(typed) }
    return book.source
  }

  func preview(of result: ReadResult) -> PastePreview {
    let picked = shown.activeLine.picked
    let lines = result.calculation.lines.map { $0.taking(picked) }
    let calculation = Calculation(lines: lines, day: result.calculation.day ?? shown.day, rule: shown.rule)
    let evaluation = calculation.evaluate(rates: source(taking: result.rates), result: shown.totalCurrency)
    let states = zip(lines, evaluation.lines).map { line, outcome in
      LineState(
        id: line.id, sign: line.sign, text: line.text, currency: line.currency ?? picked, day: line.day,
        note: line.note,
        outcome: LineState.Outcome(
          outcome, isEmpty: line.isEmpty, isPending: book.isPending(outcome.day)))
    }
    var preview = PastePreview(
      text: result.text, lines: states, targets: result.targets, day: result.calculation.day,
      notes: result.notes, alternatives: result.alternatives, problems: result.errors)
    preview.places = lines.map { line in
      let start = line.offset ?? 0
      return start..<(line.offset == nil ? start : start + line.text.utf8.count)
    }
    return preview
  }
}

extension String {
  /// Whether digits are joined by a dash or slash without spaces, as in a phone number.
  fileprivate var joinsDigits: Bool {
    let text = Array(self)
    return text.indices.dropFirst().dropLast().contains { index in
      "-/\u{2013}".contains(text[index]) && text[index - 1].isNumber && text[index + 1].isNumber
    }
  }
}

extension ReadResult {
  fileprivate var isRefused: Bool {
    errors.contains { error in
      switch error.reason {
      case .textTooLong, .tooManyLines, .severalAmounts: true
      default: false
      }
    }
  }

  fileprivate var isProse: Bool {
    calculation.lines.allSatisfy { line in
      if case .failure = line.content { true } else { false }
    } && !text.contains(where: \.isNumber)
  }

  /// Whether the user should check the reading, because it is ambiguous or leaves out parts.
  fileprivate var needsCheck: Bool {
    !errors.isEmpty || calculation.lines.isEmpty
      || notes.contains { note in
        switch note.kind {
        case .ambiguousNumber, .ambiguousDay, .rowSkipped, .amountLeftOut, .bracketsAsMinus, .dashIgnored: true
        case .symbolRead, .subunitRead, .foreignSeparators, .scaledNumber, .dayRead, .dayShared, .currencyAssumed:
          false
        }
      }
  }
}

extension CalculatorMachine {
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

  /// Undoes the step if nothing changed since. Otherwise adds the lines back to the current list.
  mutating func removalUndone(_ number: Int) -> [Action] {
    guard let index = removals.firstIndex(where: { $0.number == number }) else { return [] }
    let removal = removals.remove(at: index)
    if sheet == removal.after, stack.previous == removal.before.sheet { return undo() }
    return record(shown.restoring(removal.before.shown, after: removal.after))
  }
}

extension Sheet {
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
}
