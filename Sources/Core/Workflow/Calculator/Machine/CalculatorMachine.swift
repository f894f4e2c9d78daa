// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Decides what each event does to the calculator; carries nothing out.
struct CalculatorMachine: StateMachine {
  enum Action: Equatable, Sendable {
    /// Ask for the rates of a day; nil for the newest.
    case loadRates(Day?)
    case loadTrend(Trend.Key)
    /// Look what waits for the person's word.
    case loadDoubts
    case decide(Int64, accepted: Bool)
    case saveSession
    /// The person's own rates are these now.
    case keepOwnRates([OwnRate])
    /// The person chose other results; their other machines are to have them.
    case shareResults
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
  /// The chosen results as the person's objects said them last.
  var keptResults: [Currency]
  /// The pasted text that waits for a decision.
  var pasted: ReadResult?
  /// Lines that were taken away and may come back by name.
  var removals: [Removal] = []
  /// What Enter left in the amount field, until something else is done with it.
  var finished: FinishedAmount? { didSet { state.isFinished = finished?.isStanding ?? false } }
  let catalogue: CurrencyCatalogue

  /// Shows no results yet: the first table brings them.
  init(
    session: SessionValues, defaults: CalculatorDefaults, rates: RatesStatus, catalogue: CurrencyCatalogue,
    amounts: AmountReader
  ) {
    self.catalogue = catalogue
    reader = SheetReader(amounts: amounts, catalogue: catalogue)
    let sheet = reader.sheet(of: session, defaults: defaults)
    book = RateBook(provider: rates.provider.id, today: rates.today, catalogue: catalogue)
    book.own = sheet.ownRates
    self.rates = book.source(with: [])
    stack = UndoStack(sheet, limit: 200)
    shown = sheet
    keptResults = session.kept ?? sheet.chosen
    state = CalculatorState(
      typed: "", amount: nil, source: sheet.totalCurrency, results: [], rates: rates, window: session.window)
    state.ownRates = sheet.ownRates
    state.hasKeypad = session.hasKeypad
  }

  var sheet: Sheet { stack.current }

  /// One step of the list; `field` as in `UndoStack.record`.
  mutating func record(_ sheet: Sheet, typedIn field: String? = nil) -> [Action] {
    stack.record(sheet, typedIn: field)
    return refresh() + [.saveSession]
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

  mutating func undo() -> [Action] { stepped(stack.undo(), from: shown) }

  mutating func redo() -> [Action] { stepped(stack.redo(), from: shown) }

  private mutating func stepped(_ sheet: Sheet?, from before: Sheet) -> [Action] {
    guard let sheet else { return [] }
    removals.removeAll { $0.before.sheet == sheet }
    let hasOtherRates = sheet.ownRates != before.ownRates
    return refresh() + [.saveSession] + (hasOtherRates ? [.keepOwnRates(sheet.ownRates)] : [])
      + (sheet.chosen == before.chosen ? [] : [.shareResults])
  }

  var sessionValues: SessionValues { SessionValues(sheet, state, kept: keptResults) }

  /// Decimals to write an amount with.
  func places(of money: Money) -> Int {
    money.shownPlaces(minorUnit: catalogue.minorUnit(of: money.currency))
  }
}
