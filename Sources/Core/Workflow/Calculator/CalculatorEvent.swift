// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public enum CalculatorEvent: Hashable, Sendable {
  // The active line
  case amountTyped(String)
  /// Enter: several amounts become lines, and one amount replaces its expression.
  ///
  /// In a list, the next line becomes active, or a new one after the last.
  case equalsPressed
  /// The cursor moved in the amount, so it is edited again, finished or not.
  case cursorMoved
  case sourceChosen(Currency)

  // The list
  /// Adds an empty line and makes it active. Nil adds it after the active line.
  case lineAdded(after: Int?, sign: LineSign)
  case lineChosen(Int)
  case lineSignChosen(at: Int, LineSign)
  case lineCurrencyChosen(at: Int, Currency)
  case lineDayChosen(at: Int, Day?)
  case lineNoteTyped(at: Int, String)
  /// `removal`: the number by which `removalUndone` finds it.
  case lineRemoved(at: Int, removal: Int? = nil)
  case lineMoved(from: Int, to: Int)
  case totalCurrencyChosen(Currency)
  /// `removal`: as with one line.
  case cleared(removal: Int? = nil)
  /// Restores the removed lines, whatever happened since.
  case removalUndone(Int)
  /// Replaces the list with a calculation of the history or a saved one.
  case opened(Calculation, result: Currency, targets: [Currency])

  // Pasting
  case pasted(String)
  /// Inserts a text with words into the typed amount, `at` characters from its start. Prose is refused.
  case pastedWithin(String, at: Int)
  /// Reads the pasted text, or else the typed text, in the other way.
  case readingChosen(ReadingAlternative)
  case pasteAccepted
  case pasteDropped
  /// Replaces the list with the text from the command line, and shows a preview if it is ambiguous.
  case asked(String)

  // Results
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

  // Terms
  case dayChosen(Day?)
  /// Sets which published day counts for each day of the list; nil for the day itself, or the last before it.
  case ruleChosen(NamedRule?)
  case feeChosen(Fee?)
  case cashRoundingSwitched(Bool)
  /// `replacing`: the edited rate, which may have been one of another pair.
  case ownRateSet(CustomRate, replacing: CustomRate? = nil)
  case ownRateRemoved(from: Currency, to: Currency)
  /// Another window or machine changed the rates. Adds no undo step.
  case ownRatesReplaced([CustomRate])
  case symbolsChosen(SymbolPreferences)

  case undo
  case redo
  /// The first frame was painted, so the trends of the results may be loaded.
  case trendsWanted
  case windowResized(WindowSize)
  /// Hides or shows the keypad.
  case keypadSwitched(Bool)
  /// Switches between the compact window and the full one.
  case compactSwitched(Bool)
  case networkChanged(isOnline: Bool)
  /// The user turned offline work on or off.
  case offlineSwitched(Bool)
  /// The user dismissed the notice about recovered data or unsaved changes.
  case noticeDismissed
  /// The user dismissed the introduction.
  case introductionRead
  /// The user accepted or dropped a suspicious rate.
  case doubtAccepted(Int64)
  case doubtDropped(Int64)
}
