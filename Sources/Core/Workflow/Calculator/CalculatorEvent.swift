// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public enum CalculatorEvent: Hashable, Sendable {
  case amountTyped(String)
  /// Enter: several amounts become lines, one amount replaces its expression. In a list, the next line becomes active.
  case equalsPressed
  case cursorMoved
  case sourceChosen(Currency)

  /// Adds an empty line and makes it active. Nil: after the active line.
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
  case cleared(removal: Int? = nil)
  case removalUndone(Int)
  case opened(Calculation, result: Currency, targets: [Currency])

  case pasted(String)
  /// The list was copied as this text. Pasting the text inserts the same list.
  case listCopied(as: String)
  /// Inserts a text with words into the typed amount, `at` characters from its start. Prose is refused.
  case pastedWithin(String, at: Int)
  /// Reads the pasted text in another way. Without pasted text, the typed text.
  case readingChosen(ReadingAlternative)
  case pasteAccepted
  case pasteDropped
  /// Replaces the list with the command line's text. Shows a preview if it is ambiguous.
  case textReceived(String)

  case resultAdded(Currency)
  case resultRemoved(at: Int)
  case resultChosen(at: Int, Currency)
  case resultMoved(from: Int, to: Int)
  /// Another machine or a restored backup changed the result currencies. Adds no undo step.
  case resultsReplaced([Currency])
  case resultEdited(at: Int, String)
  /// Swaps the amount, or the total's currency, with the result at `at`.
  case swapped(at: Int)

  case dayChosen(Day?)
  /// Selects a published day for each day. Nil: the day itself or the last before it.
  case ruleChosen(NamedRule?)
  case feeChosen(Fee?)
  case cashRoundingSwitched(Bool)
  /// `replacing`: the edited rate. It may be of another pair.
  case ownRateSet(CustomRate, replacing: CustomRate? = nil)
  case ownRateRemoved(from: Currency, to: Currency)
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
  case noticeDismissed
  case introductionRead
  case suspiciousRateAccepted(Int64)
  case suspiciousRateDropped(Int64)
}
