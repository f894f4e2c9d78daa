// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public enum CalculatorEvent: Hashable, Sendable {
  case amountTyped(String)
  /// Enter: several amounts become lines, and one amount replaces its expression.
  ///
  /// In a list, the next line becomes active. After the last, a new one is added.
  case equalsPressed
  /// The cursor moved in the amount, so it is edited again.
  case cursorMoved
  case sourceChosen(Currency)

  /// Adds an empty line and makes it active; nil adds it after the active line.
  case lineAdded(after: Int?, sign: LineSign)
  case lineChosen(Int)
  case lineSignChosen(at: Int, LineSign)
  case lineCurrencyChosen(at: Int, Currency)
  case lineDayChosen(at: Int, Day?)
  case lineNoteTyped(at: Int, String)
  /// `removal`: the number by which `removalUndone` finds the lines.
  case lineRemoved(at: Int, removal: Int? = nil)
  case lineMoved(from: Int, to: Int)
  case totalCurrencyChosen(Currency)
  /// `removal`: as for one line.
  case cleared(removal: Int? = nil)
  /// Restores the removed lines, whatever happened since.
  case removalUndone(Int)
  /// Replaces the list with a calculation of the history or a saved one.
  case opened(Calculation, result: Currency, targets: [Currency])

  case pasted(String)
  /// Inserts a text with words into the typed amount, `at` characters from its start. Prose is refused.
  case pastedWithin(String, at: Int)
  /// Reads the pasted text, or else the typed text, in the alternative way.
  case readingChosen(ReadingAlternative)
  case pasteAccepted
  case pasteDropped
  /// Replaces the list with the command line's text. Shows a preview if it is ambiguous.
  case asked(String)

  case resultAdded(Currency)
  case resultRemoved(at: Int)
  case resultChosen(at: Int, Currency)
  case resultMoved(from: Int, to: Int)
  /// Another machine or a restored backup changed the result currencies. Adds no undo step.
  case resultsReplaced([Currency])
  /// In a list of one line, the amount follows the typed result.
  case resultEdited(at: Int, String)
  /// Swaps the amount, or the total's currency, with the result at `at`.
  case swapped(at: Int)

  case dayChosen(Day?)
  /// Sets which published day applies to each day; nil for the day itself or the last before it.
  case ruleChosen(NamedRule?)
  case feeChosen(Fee?)
  case cashRoundingSwitched(Bool)
  /// `replacing`: the edited rate, which may have been of another pair.
  case ownRateSet(CustomRate, replacing: CustomRate? = nil)
  case ownRateRemoved(from: Currency, to: Currency)
  /// Another window or machine changed the rates. Adds no undo step.
  case ownRatesReplaced([CustomRate])
  case symbolsChosen(SymbolPreferences)

  case undo
  case redo
  /// The first frame was painted, so the trends can be loaded.
  case trendsWanted
  case windowResized(WindowSize)
  case keypadSwitched(Bool)
  case compactSwitched(Bool)
  case networkChanged(isOnline: Bool)
  case offlineSwitched(Bool)
  /// The user dismissed the notice about recovered data or unsaved changes.
  case noticeDismissed
  case introductionRead
  /// The number of the suspicious rate in the storage.
  case doubtAccepted(Int64)
  case doubtDropped(Int64)
}
