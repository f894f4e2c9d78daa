// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

/// Everything the calculator window shows, as facts: no sentence, no formatted number.
public struct CalculatorState: Equatable, Sendable {
  /// The text of the active line, as it was typed.
  public var typed: String
  /// Its exact value, also after a swap, when `typed` shows it rounded; nil while it is no single amount.
  public var amount: Rational?
  public var problem: AmountProblem?
  /// Whether Enter left it there: the next amount takes its place, an operator goes on from it.
  public var isFinished = false
  /// The currency of the active line.
  public var source: Currency
  /// Never empty.
  public var lines: [LineState]
  /// The line that the amount field edits.
  public var active: Int
  /// The lines that `typed` was read as and that Enter makes lines of their own; nil while it is one amount.
  public var unsplit: Range<Int>?
  /// How `typed` was read where it could be read otherwise; positions in UTF-8 bytes of `typed`.
  public var notes: [ReadingNote] = []
  /// Other readings of `typed`, each one event away.
  public var alternatives: [ReadingAlternative] = []
  /// Nil for a list of one line without fee and cash rounding: its amount says it all.
  public var total: TotalState?
  public var results: [CalculatorResult]
  /// The day to convert on; nil for the provider's newest.
  public var day: Day?
  /// The rule that selects the published day for it; nil for the day itself, or the last before it.
  public var rule: NamedRule?
  public var fee: Fee?
  public var roundsCash = false
  /// The person's own rates; those in use stand in the outcomes.
  public var ownRates: [CustomRate] = []
  /// Which of the person's lists is at hand; nil for the one that has no name.
  public var list: ListName?
  /// All of them, in their order.
  public var lists: [ListName] = []
  public var canUndo = false
  public var canRedo = false
  /// Set while a pasted text waits for a decision.
  public var pasted: PastePreview?
  /// How often a pasted text had no amount in it.
  public var refusals = 0
  /// Newer rates that look wrong and wait for a word, the newest first.
  public var doubts: [Doubt] = []
  public var rates: RatesStatus
  public var window: WindowSize?
  public var hasKeypad = true
  /// One line and the results, in a window of a size of its own.
  public var isCompact = false
  public var compactWindow: WindowSize?

  /// A list of one line.
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

/// Why what was typed is no amount.
public enum AmountProblem: Hashable, Sendable {
  case empty
  /// `position`: characters before the first that cannot be read.
  case unreadable(position: Int, CalculationError.Reason)
  case tooLong(limit: Int)
}

/// One currency the total is shown in.
public struct CalculatorResult: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// `value` is unrounded and in the result's currency.
    ///
    /// `rate`: from the total's currency; nil where lines count at rates of several days, so that no one rate did it.
    case value(Money, rate: ConversionPath?)
    case unavailable(RateError)
    /// Nothing to convert yet: no amount, or no rates in so far.
    case waiting
  }

  public let currency: Currency
  public var outcome: Outcome = .waiting
  /// Set while a fee is chosen: what it makes of the value, in both ways of taking it.
  public var fee: Fee.Amounts?
  /// Set while cash rounding is on and the currency's smallest coin is larger than its minor unit.
  public var cash: CashRounding?
  /// How the rate moved over the sparkline, as a share: 0.01 for 1 % more; nil while not known.
  public var change: Rational?
  /// The day of the oldest observation in the sparkline.
  public var since: Day?
  /// The last thirty observations of the rate, oldest first; empty while not known.
  public var sparkline: [Rational] = []
}

/// One line of the list, as the window shows it.
public struct LineState: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// With the line's sign, unrounded; `inTotal` in the total's currency, `rate` the one between the two.
    case value(own: CalculationValue, inTotal: Rational, rate: ConversionPath?)
    /// Positions count in the line's `text`.
    case failed(CalculationError)
    /// Nothing is written in it.
    case empty
    /// The rates of its day are not in yet.
    case waiting
  }

  public let id: CalculationLine.ID
  public var sign: LineSign = .plus
  /// As typed, without the sign.
  public var text: String
  public var currency: Currency
  /// The line's own day; nil where the list's counts.
  public var day: Day?
  public var note: String = ""
  /// The other currencies that the symbol (`$`) can mean; empty when nothing was guessed.
  public var otherCurrencies: [Currency] = []
  public var outcome: Outcome = .empty
  /// The person's own rates that a sum within the line counts at.
  public var ownWithin: [CustomRate] = []

  /// All own rates that the line counts at, the one to the total first.
  public var ownRates: [CustomRate] {
    guard case .value(_, _, let rate) = outcome else { return [] }
    if let own = rate?.own { return [own] + ownWithin.filter { $0 != own } }
    return ownWithin
  }
}

/// One of the person's lists, as a chooser names it.
public struct ListName: Hashable, Sendable, Identifiable {
  public let id: UserObject.ID
  public var title: String
}

/// A pasted text that leaves a doubt, read as far as it goes and not yet part of the list.
public struct PastePreview: Equatable, Sendable {
  public var text: String
  /// As they would be added, with what each comes to in the total's currency.
  public var lines: [LineState]
  /// The place of each of them in `text`, in UTF-8 bytes; empty where it is not known.
  public var places: [Range<Int>] = []
  /// The currencies asked for after "in" or an arrow.
  public var targets: [Currency] = []
  public var day: Day?
  /// How parts of the text were read; positions in UTF-8 bytes of `text`.
  public var notes: [ReadingNote] = []
  /// Other readings, each one event away.
  public var alternatives: [ReadingAlternative] = []
  /// All that cannot be read, in the order of the text.
  public var problems: [CalculationError] = []
}

/// The source and the age of the numbers on the screen.
public struct RatesStatus: Equatable, Sendable {
  public var provider: Provider
  /// All whose rates are in use, by name.
  public var providers: [ProviderID: Provider] = [:]
  /// The side that counts: whether the banks buy or sell the currency that is converted.
  public var side = QuoteSide.middle
  /// The newest observation in use; nil before any is in.
  public var newest: Day?
  /// Today where the person is, which the age is counted to.
  public var today: Day
  /// Set while a history is being taken up.
  public var intake: ImportProgress?
  /// Whether the desktop says there is a network; nil while it has not said.
  public var isOnline: Bool?
  /// Whether the person has it work without a network.
  public var isSetOffline = false
  public var failure: RatesFailure?
  /// The provider that was chosen and has nothing stored yet: until it has, these rates stand in for its own.
  public var awaited: Provider?
  /// A file that had to be kept aside, said once.
  public var setAside: QuarantinedFile?
  /// Why nothing of this run can be saved, until it was read.
  public var hindrance: StorageError?
  /// The providers that are asked for rates, until a new person has read it; empty at any later start.
  public var untold: [ProviderID] = []

  /// Days between the newest observation and today.
  public var age: Int? { newest.map { today - $0 } }

  /// Whether the clock must be wrong: no provider knows rates of so far ahead.
  public var isClockBehind: Bool { newest.map { today.isBehind(ratesOf: $0) } ?? false }

  /// Whether newer rates should have been out before today began, by the provider's own timetable.
  public var isLate: Bool { newest.map { provider.isLate(newest: $0, now: Timestamp(startOf: today)) } ?? false }
}

/// The sum of the list, in the currency chosen for its total.
public struct TotalState: Equatable, Sendable {
  public var currency: Currency
  /// Unrounded, nil while a line has no value; a number where the list is one ratio of two amounts.
  public var value: CalculationValue?
  /// Set where adding up the rounded lines gives another sum than the exact total, rounded once.
  public var rounding: TotalRounding?
  /// Set while cash rounding is on and the currency's smallest coin is larger than its minor unit.
  public var cash: CashRounding?
  /// Set while a fee is chosen: what it makes of `value`, in both ways of taking it.
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
  /// `400x720`, as it is stored.
  var text: String { "\(width)x\(height)" }

  init?(text: String) {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    self.init(width: parts[0], height: parts[1])
  }
}
