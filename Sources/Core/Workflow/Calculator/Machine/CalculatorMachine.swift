// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Decides what each event does to the calculator; carries nothing out.
struct CalculatorMachine: StateMachine {
  enum Action: Equatable, Sendable {
    /// Ask for the rates of a day, or the newest for nil, by the list's rule.
    case loadRates(Day?, by: NamedRule? = nil)
    case loadTrend(Trend.Key)
    /// Look what waits for the person's word.
    case loadDoubts
    case decide(Int64, accepted: Bool)
    case saveSession
    /// The person's objects are to have what was changed.
    case keep(PersonEdit)
    /// A calculation was finished and belongs in the history.
    case keepInHistory
  }

  var state: CalculatorState
  var stack: UndoStack<Sheet>
  /// The list as it counts: with what was typed in lines of their own.
  var shown: Sheet
  var reader: SheetReader
  var book: RateBook
  /// The rates of `shown`, from its last refresh.
  var rates: any RateSource
  /// Nil until the window asks for what decorates the results.
  var trends: [Trend.Key: Trend]?
  /// The pasted text that waits for a decision.
  var pasted: ReadResult?
  /// Lines that were taken away and may come back by name.
  var removals: [Removal] = []
  /// The list without a name, while one that has a name is at hand.
  var aside: Sheet?
  /// The amount that Enter left in the field, until something else is done with it.
  var finished: FinishedAmount? { didSet { state.isFinished = finished?.isStanding ?? false } }
  let catalogue: CurrencyCatalogue

  /// Shows no results yet: the first table brings them.
  init(
    session: SessionValues, defaults: CalculatorDefaults, rates: RatesStatus, catalogue: CurrencyCatalogue,
    amounts: AmountReader
  ) {
    self.catalogue = catalogue
    reader = SheetReader(amounts: amounts, catalogue: catalogue, today: rates.today)
    let sheet = reader.sheet(of: session, defaults: defaults)
    book = RateBook(provider: rates.provider.id, today: rates.today, catalogue: catalogue)
    self.rates = book.source(with: [])
    stack = UndoStack(sheet, limit: 200)
    shown = sheet
    state = CalculatorState(
      typed: "", amount: nil, source: sheet.totalCurrency, results: [], rates: rates, window: session.window)
    state.hasKeypad = session.hasKeypad
    (state.isCompact, state.compactWindow) = (session.isCompact, session.compactWindow)
    state.list = session.list
    state.lists = session.list.map { [$0] } ?? []
    if session.list != nil { aside = session.aside.map { reader.sheet(of: $0, defaults: defaults) } }
  }

  var sheet: Sheet { stack.current }

  /// One step of the list; `field` as in `UndoStack.record`.
  mutating func record(_ sheet: Sheet, typedIn field: String? = nil) -> [Action] {
    let before = (rates: self.sheet.ownRates, results: self.sheet.chosen)
    setAside(for: sheet)
    stack.record(sheet, typedIn: field)
    return refresh() + [.saveSession] + edits(since: before)
  }

  /// A change of the list as it is shown; what was typed is taken up with it.
  mutating func edit(typedIn field: String? = nil, _ change: (inout Sheet.Parts) -> Void) -> [Action] {
    record(shown.edited(change), typedIn: field)
  }

  /// A change of what is asked of the list, likewise.
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
    setAside(left, for: sheet)
    removals.removeAll { $0.before.sheet == sheet }
    return refresh() + [.saveSession] + edits(since: before)
  }

  /// The changes to what the person has on all machines.
  private func edits(since before: (rates: [OwnRate], results: [Currency])) -> [Action] {
    var edits: [PersonEdit] = []
    if sheet.ownRates != before.rates { edits.append(.ownRates(before: before.rates, after: sheet.ownRates)) }
    if sheet.chosen != before.results {
      edits.append(.results(CurrencyEdit(before: before.results, after: sheet.chosen)))
    }
    return edits.map { .keep($0) }
  }

  var sessionValues: SessionValues { 
    SessionValues(sheet, state, aside: aside, form: reader.amounts.symbols.form)
  }

  /// Decimals to write an amount with.
  func places(of money: Money) -> Int {
    money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency))
  }
}
