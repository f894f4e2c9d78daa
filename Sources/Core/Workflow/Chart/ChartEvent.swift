// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// An event of the chart window.
public enum ChartEvent: Hashable, Sendable {
  case subjectChosen(ChartSubject)
  case rangeChosen(ChartRange)
  case optionsChosen(ChartOptions)
  /// Two days chosen by their dates.
  case windowChosen(DaySpan)
  /// The window becomes so many thousandths of its length, with `around` staying where it is.
  case zoomed(permille: Int, around: Day?)
  case panned(days: Int)
  /// The points nearest to two days are marked, for what lies between them; nil takes the marks away.
  case marked(DaySpan?)
  /// The marked days fill the window.
  case zoomedToMarks
  /// The window is again what it was before it was last chosen.
  case wentBack
  /// The table has these means instead of days; nil for the days.
  case averagesChosen(AveragePeriod?)
  case reset
  case cursorMoved(ChartStep)
  /// The point nearest to the day; nil takes the cross-hair away.
  case cursorPlaced(Day?)
  case windowResized(WindowSize)
}

/// How the keys move the cross-hair.
public enum ChartStep: Hashable, Sendable {
  case previous
  case next
  /// A month back.
  case back
  /// A month on.
  case forward
  case first
  case last
}
