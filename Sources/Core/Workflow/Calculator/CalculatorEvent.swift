// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public enum CalculatorEvent: Hashable, Sendable {
  case amountTyped(String)
  /// Enter turns several amounts into lines and an expression into its value. In a list, it activates the next line.
  case equalsPressed
  case cursorMoved
  case sourceChosen(Currency)

  /// Adds an empty line and makes it active. If `after` is nil, adds the line after the active line.
  case lineAdded(after: Int?, sign: LineSign)
  case lineChosen(Int)
  case lineSignChosen(at: Int, LineSign)
  case lineCurrencyChosen(at: Int, Currency)
  case lineDayChosen(at: Int, Day?)
  case lineNoteTyped(at: Int, String)
  /// Removes a line. `removal`: the number by which `removalUndone` finds the removed lines.
  case lineRemoved(at: Int, removal: Int? = nil)
  case lineMoved(from: Int, to: Int)
  case totalCurrencyChosen(Currency)
  case cleared(removal: Int? = nil)
  case removalUndone(Int)
  case opened(Calculation, result: Currency, targets: [Currency])

  case pasted(String)
  /// Remembers the copied list and its text. Pasting this text inserts exactly the same list.
  case listCopied(as: String)
  /// Inserts text with words, such as "EUR", into the typed amount. `at`: the number of characters before the text.
  case pastedWithin(String, at: Int)
  /// Changes the meaning of an ambiguous part of the pasted text, or of the typed text if nothing was pasted.
  case readingChosen(ReadingAlternative)
  case pasteAccepted
  case pasteDropped
  /// Replaces the list with text from the command line. If the text is ambiguous, shows a preview.
  case textReceived(String)

  case resultAdded(Currency)
  case resultRemoved(at: Int)
  case resultChosen(at: Int, Currency)
  case resultMoved(from: Int, to: Int)
  /// Replaces the result currencies after a change on another computer or a restored backup. Adds no undo step.
  case resultsReplaced([Currency])
  case resultEdited(at: Int, String)
  /// Swaps the amount with the result at `at`. In a list of several lines, swaps only the currency of the total.
  case swapped(at: Int)

  case dayChosen(Day?)
  /// Chooses the rule that decides which published rates apply to a day. Nil chooses the last rates up to this day.
  case ruleChosen(NamedRule?)
  case feeChosen(Fee?)
  case cashRoundingSwitched(Bool)
  /// Sets a custom rate. `replacing`: the rate that the user edited, perhaps of another currency pair.
  case ownRateSet(CustomRate, replacing: CustomRate? = nil)
  case ownRateRemoved(from: Currency, to: Currency)
  case ownRatesReplaced([CustomRate])
  case symbolsChosen(SymbolPreferences)

  case undo
  case redo
  /// Requests the trends. The window sends this event after its first frame.
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
