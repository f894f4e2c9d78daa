// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

public struct CalculatorState: Equatable, Sendable {
  public var typed: String
  /// The exact amount, even if `typed` shows it rounded after a swap. Nil unless `typed` is a single amount.
  public var amount: Rational?
  public var problem: AmountProblem?
  /// Whether Enter finished the amount. If so, a digit begins a new amount, and an operator continues this amount.
  public var isFinished = false
  public var source: Currency
  /// The lines of the list, at least one.
  public var lines: [LineState]
  public var active: Int
  /// The indices in `lines` of the lines that Enter will make from `typed`. Nil while `typed` is one amount.
  public var unsplit: Range<Int>?
  /// The ambiguous parts of `typed`. Positions are in UTF-8 bytes.
  public var notes: [ReadingNote] = []
  public var alternatives: [ReadingAlternative] = []
  /// The total. Nil for a single line without fee and cash rounding, because its amount is the total.
  public var total: TotalState?
  public var results: [CalculatorResult]
  /// The day of the rates. Nil means the provider's newest day.
  public var day: Day?
  /// The rule that selects the published day. Nil selects the day itself, or the last published day before it.
  public var rule: NamedRule?
  public var fee: Fee?
  public var roundsCash = false
  public var ownRates: [CustomRate] = []
  public var list: ListName?
  public var lists: [ListName] = []
  public var canUndo = false
  public var canRedo = false
  public var pasted: PastePreview?
  public var refusals = 0
  /// Suspicious rates that are newer than the rates in use, newest first. The user must accept or reject them.
  public var suspiciousRates: [SuspiciousRate] = []
  public var rates: RatesStatus
  /// The last save error. Nil once all changes are saved.
  public var saveFailure: StorageError?
  public var window: WindowSize?
  /// Whether the keypad is shown. Nil if the user hasn't chosen. A wide window then shows the keypad.
  public var hasKeypad: Bool?
  public var isCompact = false
  public var compactWindow: WindowSize?

  public init(
    typed: String, amount: Rational?, problem: AmountProblem? = nil, source: Currency,
    results: [CalculatorResult], day: Day? = nil, rates: RatesStatus, window: WindowSize? = nil
  ) {
    self.typed = typed
    self.amount = amount
    self.problem = problem
    self.source = source
    let outcome = amount.map { LineState.Outcome.value(own: .money(Money($0, source)), inTotal: $0, rate: nil) }
    lines = [LineState(id: .init(1), text: typed, currency: source, outcome: outcome ?? .empty)]
    active = 0
    self.results = results
    self.day = day
    self.rates = rates
    self.window = window
  }
}

public enum AmountProblem: Hashable, Sendable {
  case empty
  /// The text can't be read. `position`: the number of characters before the first unreadable character.
  case unreadable(position: Int, CalculationError.Reason)
  case tooLong(limit: Int)
}

public struct CalculatorResult: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// The unrounded value. `rate`: from the total's currency to the result's currency, nil if several days apply.
    case value(Money, rate: ConversionPath?)
    case unavailable(RateError)
    case waiting
  }

  public let currency: Currency
  public var outcome: Outcome = .waiting
  public var fee: Fee.Amounts?
  /// The amount that can be paid in cash. Nil if cash rounding is off or doesn't change amounts in this currency.
  public var cash: CashRounding?
  /// The change of the rate during the sparkline, as a fraction: 0.01 means 1 % more. Nil until the change is known.
  public var change: Rational?
  public var since: Day?
  /// The last thirty published rates, oldest first. Empty until the rates are known.
  public var sparkline: [Rational] = []
}

public struct LineState: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// Both values are unrounded and include the line's sign. `rate` converts `own` to the total's currency.
    case value(own: CalculationValue, inTotal: Rational, rate: ConversionPath?)
    case failed(CalculationError)
    case empty
    case waiting
  }

  public let id: CalculationLine.ID
  public var sign: LineSign = .plus
  public var text: String
  public var currency: Currency
  /// The day of this line. Nil if the list's day applies.
  public var day: Day?
  public var note: String = ""
  /// The other currencies that the symbol in `text`, such as `$`, can mean. Empty if the symbol is unambiguous.
  public var otherCurrencies: [Currency] = []
  public var outcome: Outcome = .empty
  public var ownWithin: [CustomRate] = []

  var unsignedAmount: Rational? {
    switch outcome {
    case .value(.money(let money), _, _): sign == .minus ? -money.amount : money.amount
    case .value(.number(let number), _, _): sign == .minus ? -number : number
    case .value(.percent, _, _), .failed, .empty, .waiting: nil
    }
  }

  public var ownRates: [CustomRate] {
    guard case .value(_, _, let rate) = outcome else { return [] }
    if let own = rate?.own { return [own] + ownWithin.filter { $0 != own } }
    return ownWithin
  }
}

public struct ListName: Hashable, Sendable, Identifiable {
  public let id: UserObject.ID
  public var title: String
}

public struct PastePreview: Equatable, Sendable {
  public var text: String
  public var lines: [LineState]
  /// The range of each line in `text`, in UTF-8 bytes. Empty if the ranges aren't known.
  public var places: [Range<Int>] = []
  public var targets: [Currency] = []
  public var day: Day?
  /// The chosen meanings of ambiguous parts. Positions are in UTF-8 bytes of `text`.
  public var notes: [ReadingNote] = []
  public var alternatives: [ReadingAlternative] = []
  public var problems: [CalculationError] = []
}

public struct RatesStatus: Equatable, Sendable {
  public var provider: Provider
  public var providers: [ProviderID: Provider] = [:]
  public var side = QuoteSide.middle
  /// The day of the newest rate in use. Nil before any rates are loaded.
  public var newest: Day?
  /// Today in the user's time zone. The age of rates is counted from this day.
  public var today: Day
  public var importProgress: ImportProgress?
  /// Whether the desktop reports a network. Nil until the desktop has reported.
  public var isOnline: Bool?
  public var isSetOffline = false
  public var failure: RatesFailure?
  /// The chosen provider while it has no stored rates and another provider's rates are used. Otherwise nil.
  public var awaited: Provider?
  /// A damaged file that was replaced at the start. Nil after the user dismissed the notice.
  public var recoveredFile: QuarantinedFile?
  /// The user's own rate series with damaged files. Empty after the user dismissed the notice.
  public var damagedSeries: [ProviderID] = []
  /// The reason why no changes can be saved. Nil after the user dismissed the notice.
  public var saveError: StorageError?
  /// The providers that the introduction names. Empty after the user has dismissed the introduction.
  public var introducedProviders: [ProviderID] = []

  public var age: Int? { newest.map { today - $0 } }

  public var isClockBehind: Bool { newest.map { today.isBehind(ratesOf: $0) } ?? false }

  public var isLate: Bool { newest.map { provider.isLate(newest: $0, now: Timestamp(startOf: today)) } ?? false }

  /// Dismisses the notice on screen. Kurs shows one notice at a time, in the order of the conditions below.
  mutating func dismissNotice() {
    if recoveredFile != nil {
      recoveredFile = nil
    } else if saveError != nil {
      saveError = nil
    } else {
      damagedSeries = []
    }
  }
}

public struct TotalState: Equatable, Sendable {
  public var currency: Currency
  /// The unrounded total. Nil while a line has no value. Has no currency if the list is a single ratio of two amounts.
  public var value: CalculationValue?
  public var rounding: TotalRounding?
  public var cash: CashRounding?
  public var fee: Fee.Amounts?
}

/// A size in logical pixels.
public struct WindowSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension WindowSize {
  var text: String { "\(width)x\(height)" }

  init?(text: String) {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    self.init(width: parts[0], height: parts[1])
  }
}

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
