// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// An event of the calculator.
public enum CalculatorEvent: Hashable, Sendable {
  // The active line
  /// The amount field now holds this text.
  case amountTyped(String)
  /// Enter: several amounts become lines, one takes the place of its expression.
  ///
  /// In a list it goes on from a number to the next line, and from the last one to a new line.
  case equalsPressed
  /// The cursor was moved in the amount: it is edited again, finished or not.
  case cursorMoved
  case sourceChosen(Currency)

  // The list
  /// A new, empty line, which becomes the active one; after the active one for nil.
  case lineAdded(after: Int?, sign: LineSign)
  case lineChosen(Int)
  case lineSignChosen(at: Int, LineSign)
  case lineCurrencyChosen(at: Int, Currency)
  case lineDayChosen(at: Int, Day?)
  case lineNoteTyped(at: Int, String)
  /// `removal`: a number by which `removalUndone` knows it.
  case lineRemoved(at: Int, removal: Int? = nil)
  case lineMoved(from: Int, to: Int)
  case totalCurrencyChosen(Currency)
  /// `removal`: as with one line.
  case cleared(removal: Int? = nil)
  /// The lines that were taken away then come back, whatever was done since.
  case removalUndone(Int)
  /// A calculation of the history or a saved one takes the place of the list.
  case opened(Calculation, result: Currency, targets: [Currency])

  // Pasting
  case pasted(String)
  /// A text with words in it comes into the amount that is typed, `at` so many characters; prose does not.
  case pastedWithin(String, at: Int)
  /// Reads the pasted text, or without one the typed text, the other way.
  case readingChosen(ReadingAlternative)
  case pasteAccepted
  case pasteDropped
  /// Given to the program as it was started: it takes the place of the list, and is shown before where it is in doubt.
  case asked(String)

  // Results
  case resultAdded(Currency)
  case resultRemoved(at: Int)
  case resultChosen(at: Int, Currency)
  case resultMoved(from: Int, to: Int)
  /// Another machine, or a restored backup, changed what the person converts to; no step to undo.
  case resultsReplaced([Currency])
  /// In a list of one line the amount follows what was typed in the place of a result.
  case resultEdited(at: Int, String)
  /// The amount, or the total's currency, takes the place of the result at `at`, and the other way round.
  case swapped(at: Int)

  // Terms
  case dayChosen(Day?)
  /// Which published day counts for each day of the list; nil for the day itself, or the last before it.
  case ruleChosen(NamedRule?)
  case feeChosen(Fee?)
  case cashRoundingSwitched(Bool)
  /// `replacing`: the rate that was edited, which may have been one of another pair.
  case ownRateSet(CustomRate, replacing: CustomRate? = nil)
  case ownRateRemoved(from: Currency, to: Currency)
  /// Another window or machine changed them; no step to undo.
  case ownRatesReplaced([CustomRate])
  case symbolsChosen(SymbolPreferences)

  case undo
  case redo
  /// The first frame stands: what decorates the results may be loaded now.
  case trendsWanted
  case windowResized(WindowSize)
  /// The keypad gives its room to the list, or comes back.
  case keypadSwitched(Bool)
  /// The window shows one line and the results, or everything again.
  case compactSwitched(Bool)
  case networkChanged(isOnline: Bool)
  /// The person has Kurs work without a network, or with it again.
  case offlineSwitched(Bool)
  /// The person has read what was kept aside, or that nothing can be saved.
  case noticeDismissed
  /// The person knows who is asked for rates.
  case introductionRead
  /// A rate that looked wrong is right, or is not wanted.
  case doubtAccepted(Int64)
  case doubtDropped(Int64)
}
