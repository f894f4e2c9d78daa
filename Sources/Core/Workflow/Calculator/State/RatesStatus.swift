// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

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
  public var intake: IntakeProgress?
  /// Whether the desktop says there is a network; nil while it has not said.
  public var isOnline: Bool?
  /// Whether the person has it work without a network.
  public var isSetOffline = false
  public var failure: RatesFailure?
  /// The provider that was chosen and has nothing stored yet: until it has, these rates stand in for its own.
  public var awaited: Provider?
  /// A file that had to be kept aside, said once.
  public var setAside: SetAside?
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
