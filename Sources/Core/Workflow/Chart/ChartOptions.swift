// SPDX-License-Identifier: GPL-3.0-or-later

/// How the lines of a chart are made and drawn.
public struct ChartOptions: Hashable, Sendable {
  /// One point a day, a week or a month.
  public enum Period: String, CaseIterable, Sendable { case daily, weekly, monthly }
  /// The value that stands for a week or a month: its last observation, or the mean of all.
  public enum Reduction: String, CaseIterable, Sendable { case last, mean }
  /// How many points a moving average may span.
  public static let spans = [30, 200]

  public var isLogarithmic = false
  /// Each line as a percentage of its value where the window begins.
  public var isRebased = false
  /// Those of `spans` that are drawn.
  public var averages: Set<Int> = []
  public var period = Period.daily
  public var reduction = Reduction.last

  public init() {}
}
