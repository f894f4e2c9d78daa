// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

@MainActor
enum ChartMenu {
  static func make() -> Menu {
    let menu = Menu()
    menu.append(tr("Compare With…"), action: ChartAction.compare.name)
    menu.append(tr("Alert…"), action: ChartAction.alert.name)
    menu.append(tr("Chart Options"), action: ChartAction.options.name)
    let files = Menu()
    files.append(tr("Copy as Image"), action: ChartAction.copyImage.name)
    files.append(tr("Copy Table"), action: ChartAction.copyTable.name)
    files.append(tr("Export…"), action: ChartAction.export.name)
    files.append(tr("Print…"), action: ChartAction.print.name)
    menu.append(section: files)
    return menu
  }

  static func alert(at rate: String, target: String) -> Menu {
    let menu = Menu()
    menu.append(tr("Alert at {rate}…", ["rate": rate]), action: "\(HeightAction.alert.name)::\(target)")
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
}
