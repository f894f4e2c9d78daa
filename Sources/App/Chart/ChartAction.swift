// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The actions of a chart window.
enum ChartAction: String, Action {
  case compare
  case stopComparing = "stop-comparing"
  case swap
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case resetZoom = "reset-zoom"
  case showTable = "show-table"
  case exportPNG = "export-png"
  case exportSVG = "export-svg"
  case exportCSV = "export-csv"
  case copyImage = "copy-image"
  case print

  static let scope = "win"
  var takesTarget: Bool { false }

  var accelerators: [String] {
    switch self {
    case .compare: ["<Control>n"]
    case .stopComparing: []
    case .swap: ["<Control>s"]
    case .zoomIn: ["<Control>plus", "<Control>equal"]
    case .zoomOut: ["<Control>minus"]
    case .resetZoom: ["<Control>0"]
    case .showTable: ["<Control>t"]
    case .exportPNG: ["<Control>e"]
    case .exportSVG: []
    case .exportCSV: ["<Control><Shift>e"]
    case .copyImage: ["<Control><Shift>i"]
    case .print: ["<Control>p"]
    }
  }
}
