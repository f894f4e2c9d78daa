// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// A request of the person to a chart.
enum ChartIntent: Equatable, Sendable {
  case event(ChartEvent)
  case basePressed
  case counterPressed
  /// To be told when the rate is at a height that was pointed at, or that of the cross-hair.
  case alertPressed(Rational?)
  case comparePressed
  case removePressed(Currency)
  case stopComparing
  case undoPressed
  case swapPressed
  case export(ChartFile)
  case copyImage
  case copyText(String)
  case print
  case shortcuts
  case closed
}

/// The kinds of file a chart is saved as.
enum ChartFile: String, Sendable { case png, svg, csv }
