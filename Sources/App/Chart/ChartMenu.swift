// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
enum ChartMenu {
  static func make() -> Menu {
    let menu = Menu()
    let compare = Menu()
    compare.append(tr("Compare With…"), action: ChartAction.compare.name)
    compare.append(tr("Stop Comparing"), action: ChartAction.stopComparing.name)
    menu.append(section: compare)
    let alert = Menu()
    alert.append(tr("Alert…"), action: ChartAction.alert.name)
    menu.append(section: alert)
    let shape = Menu()
    shape.append(tr("Logarithmic Scale"), action: "win.chart-log")
    shape.append(tr("Start at 100%"), action: "win.chart-rebased")
    for span in ChartOptions.spans {
      shape.append(trn("Average of {n} Point", "Average of {n} Points", span), action: "win.chart-average-\(span)")
    }
    menu.append(section: shape)
    let periods = Menu()
    for choice in ChartPeriodChoice.allCases {
      periods.append(choice.name, action: "win.chart-period::\(choice.rawValue)")
    }
    menu.append(section: periods)
    let files = Menu()
    files.append(tr("Save as PNG…"), action: ChartAction.exportPNG.name)
    files.append(tr("Save as SVG…"), action: ChartAction.exportSVG.name)
    files.append(tr("Save as CSV…"), action: ChartAction.exportCSV.name)
    files.append(tr("Copy as Image"), action: ChartAction.copyImage.name)
    files.append(tr("Copy Table"), action: ChartAction.copyTable.name)
    files.append(tr("Print…"), action: ChartAction.print.name)
    menu.append(section: files)
    let keys = Menu()
    keys.append(tr("Keyboard Shortcuts"), action: ChartAction.shortcuts.name)
    menu.append(section: keys)
    return menu
  }
}

enum ChartPeriodChoice: String, CaseIterable {
  case daily
  case weeklyLast = "weekly-last"
  case weeklyMean = "weekly-mean"
  case monthlyLast = "monthly-last"
  case monthlyMean = "monthly-mean"

  init(_ options: ChartOptions) {
    switch (options.period, options.reduction) {
    case (.daily, _): self = .daily
    case (.weekly, .last): self = .weeklyLast
    case (.weekly, .mean): self = .weeklyMean
    case (.monthly, .last): self = .monthlyLast
    case (.monthly, .mean): self = .monthlyMean
    }
  }

  func apply(to options: inout ChartOptions) {
    switch self {
    case .daily: options.period = .daily
    case .weeklyLast: (options.period, options.reduction) = (.weekly, .last)
    case .weeklyMean: (options.period, options.reduction) = (.weekly, .mean)
    case .monthlyLast: (options.period, options.reduction) = (.monthly, .last)
    case .monthlyMean: (options.period, options.reduction) = (.monthly, .mean)
    }
  }

  var name: String {
    switch self {
    case .daily: tr("Each Day")
    case .weeklyLast: tr("Each Week, Last Rate")
    case .weeklyMean: tr("Each Week, Average")
    case .monthlyLast: tr("Each Month, Last Rate")
    case .monthlyMean: tr("Each Month, Average")
    }
  }
}
