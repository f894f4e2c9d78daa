// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

/// Everything that the calculator window shows, without sentences or formatted numbers.
public struct CalculatorState: Equatable, Sendable {
  /// The text of the active line, as typed.
  public var typed: String
  /// Its exact value, also after a swap, when `typed` shows it rounded; nil unless it is a single amount.
  public var amount: Rational?
  public var problem: AmountProblem?
  /// Whether Enter left it there: the next amount replaces it, an operator continues with it.
  public var isFinished = false
  /// The currency of the active line.
  public var source: Currency
  /// Never empty.
  public var lines: [LineState]
  /// The line that the amount field edits.
  public var active: Int
  /// The lines that Enter will make of `typed`; nil while it is one amount.
  public var unsplit: Range<Int>?
  /// The ambiguous parts of `typed`, with positions in UTF-8 bytes.
  public var notes: [ReadingNote] = []
  /// Other readings of `typed`, each chosen by one event.
  public var alternatives: [ReadingAlternative] = []
  /// Nil for a single line without fee and cash rounding, where the amount is the total.
  public var total: TotalState?
  public var results: [CalculatorResult]
  /// The day of the rates; nil for the provider's newest.
  public var day: Day?
  /// The rule that selects the published day; nil for the day itself, or the last before it.
  public var rule: NamedRule?
  public var fee: Fee?
  public var roundsCash = false
  /// The user's custom rates. Those in use also appear in the outcomes.
  public var ownRates: [CustomRate] = []
  /// The saved list that is open; nil for the unnamed list.
  public var list: ListName?
  /// All saved lists, in their order.
  public var lists: [ListName] = []
  public var canUndo = false
  public var canRedo = false
  /// Set while a pasted text needs a decision.
  public var pasted: PastePreview?
  /// How often a pasted text contained no amount.
  public var refusals = 0
  /// Newer suspicious rates that need a decision, newest first.
  public var doubts: [Doubt] = []
  public var rates: RatesStatus
  /// Why the last changes could not be saved; nil once all of them are.
  public var saveFailure: StorageError?
  public var window: WindowSize?
  public var hasKeypad = true
  /// Whether the window shows one line and the results only.
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

/// Why the typed text isn't an amount.
public enum AmountProblem: Hashable, Sendable {
  case empty
  /// `position`: characters before the first unreadable one.
  case unreadable(position: Int, CalculationError.Reason)
  case tooLong(limit: Int)
}

/// One currency in which the total is shown.
public struct CalculatorResult: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// `value` is unrounded and in the result's currency.
    ///
    /// `rate`: from the total's currency; nil if the lines use rates of several days.
    case value(Money, rate: ConversionPath?)
    case unavailable(RateError)
    /// There is no amount, or no rate yet.
    case waiting
  }

  public let currency: Currency
  public var outcome: Outcome = .waiting
  /// Set while a fee is chosen: the amounts after the fee, in both directions.
  public var fee: Fee.Amounts?
  /// Set if cash rounding is on and the currency's smallest coin is larger than its minor unit.
  public var cash: CashRounding?
  /// The change of the rate over the sparkline, as a fraction: 0.01 is 1 % more; nil until it is known.
  public var change: Rational?
  /// The day of the oldest observation in the sparkline.
  public var since: Day?
  /// The last thirty observations of the rate, oldest first. Empty until they are known.
  public var sparkline: [Rational] = []
}

/// One line of the list, as the window shows it.
public struct LineState: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// Unrounded, with the line's sign. `inTotal` is in the total's currency, and `rate` leads from one to the other.
    case value(own: CalculationValue, inTotal: Rational, rate: ConversionPath?)
    /// Positions are in the line's `text`.
    case failed(CalculationError)
    /// The line is empty.
    case empty
    /// The rates of its day haven't arrived.
    case waiting
  }

  public let id: CalculationLine.ID
  public var sign: LineSign = .plus
  /// As typed, without the sign.
  public var text: String
  public var currency: Currency
  /// The line's own day; nil if the list's applies.
  public var day: Day?
  public var note: String = ""
  /// The other currencies that the symbol (`$`) can mean. Empty if it is unambiguous.
  public var otherCurrencies: [Currency] = []
  public var outcome: Outcome = .empty
  /// The custom rates that a sum inside the line uses.
  public var ownWithin: [CustomRate] = []

  /// All custom rates that the line uses, the one to the total first.
  public var ownRates: [CustomRate] {
    guard case .value(_, _, let rate) = outcome else { return [] }
    if let own = rate?.own { return [own] + ownWithin.filter { $0 != own } }
    return ownWithin
  }
}

/// One of the user's lists, for a chooser.
public struct ListName: Hashable, Sendable, Identifiable {
  public let id: UserObject.ID
  public var title: String
}

/// A pasted text that is ambiguous, as far as it was read. It isn't part of the list yet.
public struct PastePreview: Equatable, Sendable {
  public var text: String
  /// The lines that would be added, each with its value in the total's currency.
  public var lines: [LineState]
  /// The place of each line in `text`, in UTF-8 bytes. Empty if unknown.
  public var places: [Range<Int>] = []
  /// The currencies requested after "in" or an arrow.
  public var targets: [Currency] = []
  public var day: Day?
  /// How ambiguous parts of the text were read. Positions are in UTF-8 bytes of `text`.
  public var notes: [ReadingNote] = []
  /// Other readings, each chosen by one event.
  public var alternatives: [ReadingAlternative] = []
  /// All unreadable parts, in the order of the text.
  public var problems: [CalculationError] = []
}

/// The source and age of the shown numbers.
public struct RatesStatus: Equatable, Sendable {
  public var provider: Provider
  /// All providers whose rates are in use, by name.
  public var providers: [ProviderID: Provider] = [:]
  /// Which of the banks' rates count: buying, selling or middle.
  public var side = QuoteSide.middle
  /// The newest observation in use; nil before any is loaded.
  public var newest: Day?
  /// Today in the user's time zone, from which the age is counted.
  public var today: Day
  /// Set while a history is being imported.
  public var intake: ImportProgress?
  /// Whether the desktop reports a network; nil until it reports.
  public var isOnline: Bool?
  /// Whether the user turned offline work on.
  public var isSetOffline = false
  public var failure: RatesFailure?
  /// The chosen provider, while it has no stored rates and other rates are shown instead.
  public var awaited: Provider?
  /// A recovered file, reported once.
  public var setAside: QuarantinedFile?
  /// The user's own series in use whose files are damaged, until the user dismissed it.
  public var damagedSeries: [ProviderID] = []
  /// Why nothing can be saved in this run, until the user dismissed it.
  public var hindrance: StorageError?
  /// The providers that rates come from, until a new user has read it. Empty at any later start.
  public var untold: [ProviderID] = []

  /// Days between the newest observation and today.
  public var age: Int? { newest.map { today - $0 } }

  /// Whether the clock must be wrong, because no provider publishes rates that far ahead.
  public var isClockBehind: Bool { newest.map { today.isBehind(ratesOf: $0) } ?? false }

  /// Whether newer rates were due before today, by the provider's timetable.
  public var isLate: Bool { newest.map { provider.isLate(newest: $0, now: Timestamp(startOf: today)) } ?? false }
}

/// The sum of the list, in the total's currency.
public struct TotalState: Equatable, Sendable {
  public var currency: Currency
  /// Unrounded; nil while a line has no value. A plain number if the list is one ratio of two amounts.
  public var value: CalculationValue?
  /// Set if the sum of the rounded lines differs from the exact total, rounded once.
  public var rounding: TotalRounding?
  /// Set if cash rounding is on and the currency's smallest coin is larger than its minor unit.
  public var cash: CashRounding?
  /// Set while a fee is chosen: `value` after the fee, in both directions.
  public var fee: Fee.Amounts?
}

/// The size of a window, in logical pixels.
public struct WindowSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension WindowSize {
  /// As it is stored, for example `400x720`.
  var text: String { "\(width)x\(height)" }

  init?(text: String) {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    self.init(width: parts[0], height: parts[1])
  }
}
