// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

/// What a person asked the chart window for.
enum ChartIntent: Equatable, Sendable {
  case event(ChartEvent)
  case basePressed
  case counterPressed
  case comparePressed
  case stopComparing
  case swapPressed
  case export(ChartFile)
  case copyImage
  case print
  case closed
}

/// The kinds of file a chart is saved as.
enum ChartFile: String, Sendable { case png, svg, csv }
