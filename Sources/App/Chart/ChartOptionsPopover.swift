// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWords
import KursWorkflow

@MainActor
final class ChartOptionsPopover {
  @Child("popover") private var popover: Popover

  init() throws(BuilderError) {
    let builder = try Builder(ui: "chart-options")
    try builder.bind(self)
    popover.rewriteLabels { inOwnDigits(sentence: $0) }
    for span in ChartOptions.spans {
      let button = try builder.object("average_\(span)", as: CheckButton.self)
      button.label = trn("Average of {n} Point", "Average of {n} Points", span)
    }
  }

  /// Opens the popover beside a widget. The popover retains itself until it closes.
  func popUp(at place: Widget) { popover.popUp(at: place, keeping: self) }
}
