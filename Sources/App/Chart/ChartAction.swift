// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

enum ChartAction: String, Action {
  case compare
  case stopComparing = "stop-comparing"
  case alert
  case undo
  case swap
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case resetZoom = "reset-zoom"
  case back
  case showTable = "show-table"
  case copyTable = "copy-table"
  case exportPNG = "export-png"
  case exportSVG = "export-svg"
  case exportCSV = "export-csv"
  case copyImage = "copy-image"
  case print
  case shortcuts

  static let scope = "win"
  var takesTarget: Bool { false }

  // Keys belong to the name of an action in the whole program: those of the calculator's windows are the same here.
  var accelerators: [String] {
    switch self {
    case .compare: ["<Control>n"]
    case .stopComparing: []
    case .alert: ["<Control><Shift>a"]
    case .undo: WindowAction.undo.accelerators
    case .swap: WindowAction.swap.accelerators
    case .zoomIn: ["<Control>plus", "<Control>equal"]
    case .zoomOut: ["<Control>minus"]
    case .resetZoom: ["<Control>0"]
    case .back: ["<Alt>Left"]
    case .showTable: ["<Control>t"]
    case .copyTable: ["<Control><Shift>t"]
    case .exportPNG: ["<Control>e"]
    case .exportSVG: []
    case .exportCSV: ["<Control><Shift>e"]
    case .copyImage: ["<Control><Shift>i"]
    case .print: ["<Control>p"]
    case .shortcuts: WindowAction.shortcuts.accelerators
    }
  }
}

/// The actions at a height of the picture that was pointed at; the target is the rate.
enum HeightAction: String, Action {
  case alert

  static let scope = "height"
  var accelerators: [String] { [] }
  var takesTarget: Bool { true }
}
