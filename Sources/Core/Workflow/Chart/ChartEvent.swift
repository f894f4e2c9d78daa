// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// What a person did in the chart window.
public enum ChartEvent: Hashable, Sendable {
  case subjectChosen(ChartSubject)
  case rangeChosen(ChartRange)
  case optionsChosen(ChartOptions)
  /// A stretch dragged out on the chart.
  case windowChosen(DaySpan)
  /// The window becomes so many thousandths of its length, with `around` staying where it is.
  case zoomed(permille: Int, around: Day?)
  case panned(days: Int)
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
