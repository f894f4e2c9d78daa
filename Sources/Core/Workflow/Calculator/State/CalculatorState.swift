// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

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
  public var ownRates: [OwnRate] = []
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
