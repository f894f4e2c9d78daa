// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Everything the calculator window shows, as facts: no sentence, no formatted number.
public struct CalculatorState: Equatable, Sendable {
  /// What was typed, as it was typed.
  public var typed: String
  /// What it reads as; exact, also after a swap, when `typed` shows it rounded. Nil while it reads as nothing.
  public var amount: Rational?
  public var problem: AmountProblem?
  public var source: Currency
  public var results: [CalculatorResult]
  /// The day to convert on; nil for the provider's newest.
  public var day: Day?
  public var rates: RatesStatus
  public var window: WindowSize?

  public init(
    typed: String, amount: Rational?, problem: AmountProblem? = nil, source: Currency,
    results: [CalculatorResult], day: Day? = nil, rates: RatesStatus, window: WindowSize? = nil
  ) {
    self.typed = typed
    self.amount = amount
    self.problem = problem
    self.source = source
    self.results = results
    self.day = day
    self.rates = rates
    self.window = window
  }
}

/// One currency the amount is shown in.
public struct CalculatorResult: Equatable, Sendable {
  public enum Outcome: Equatable, Sendable {
    /// `value` is unrounded and in the result's currency.
    case value(Money, rate: CrossRate)
    case unavailable(RateError)
    /// Nothing to convert yet: no amount, or no rates in so far.
    case waiting
  }

  public let currency: Currency
  public var outcome: Outcome

  public init(currency: Currency, outcome: Outcome = .waiting) {
    self.currency = currency
    self.outcome = outcome
  }
}

/// Why what was typed is no amount.
public enum AmountProblem: Hashable, Sendable {
  case empty
  /// `position`: characters before the first that cannot be read.
  case unreadable(position: Int)
  case tooLong(limit: Int)
}

/// Where the numbers on the screen come from, and how old they are.
public struct RatesStatus: Equatable, Sendable {
  public var provider: Provider
  /// The newest observation in use; nil before any is in.
  public var newest: Day?
  /// Today in UTC, which the age is counted to.
  public var today: Day
  /// Set while a history is being taken up.
  public var intake: IntakeProgress?
  /// Whether the desktop says there is a network; nil while it has not said.
  public var isOnline: Bool?
  public var failure: RatesFailure?
  /// A database that had to be kept aside, said once.
  public var setAside: String?

  public init(provider: Provider, newest: Day? = nil, today: Day) {
    self.provider = provider
    self.newest = newest
    self.today = today
  }

  /// Days between the newest observation and today.
  public var age: Int? { newest.map { today - $0 } }
}

/// The size of the calculator window, in logical pixels.
public struct WindowSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
