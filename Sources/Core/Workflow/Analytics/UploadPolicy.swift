// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel
public import KursStorage

/// When events leave for the account server: a value that decides, without clock, disk or network.
public struct UploadPolicy: Hashable, Sendable {
  /// The decision about waiting events.
  public enum Step: Hashable, Sendable {
    case send
    /// Not before then, where nothing else happens.
    case wait(until: Timestamp)
    /// Nothing waits, or a lot is on its way.
    case rest
  }

  /// So many are enough for a lot of their own.
  public var enough = 20  // guards R01: 20 => 200
  /// The oldest waits no longer for others: 30 seconds.
  public var span: Int64 = 30_000  // guards R01: 30_000 => 300_000
  /// As many as go at once where more have gathered, offline perhaps.
  public var largest = AnalyticsBatch.largest
  /// So many are kept at most, those on their way included.
  public var kept = 1000

  public init() {}

  public func next(_ standing: AnalyticsStanding, at now: Timestamp) -> Step {
    guard let oldest = standing.oldest, !standing.isOnItsWay else { return .rest }
    let due = oldest + span
    // A clock that was set back must not hold them for years.
    let isLate = due <= now || oldest > now
    return standing.waiting >= enough || isLate ? .send : .wait(until: due)
  }
}
