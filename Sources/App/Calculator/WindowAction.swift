// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The actions of the calculator window.
enum WindowAction: String, Action {
  case copy
  case swap
  case chooseCurrency = "choose-currency"
  case addCurrency = "add-currency"
  case clear
  case about
  case shortcuts
  case copyResult = "copy-result"
  case chart
  case chartResult = "chart-result"
  case swapWith = "swap-with"
  case changeResult = "change-result"
  case removeResult = "remove-result"

  static let scope = "win"

  var accelerators: [String] {
    switch self {
    case .copy: ["<Control><Shift>c"]
    case .swap: ["<Control>s"]
    case .chooseCurrency: ["<Control>k"]
    case .addCurrency: ["<Control>n"]
    case .clear: ["<Control>Delete"]
    case .shortcuts: ["<Control>question"]
    case .chart: ["<Control>h"]
    case .about, .copyResult, .chartResult, .swapWith, .changeResult, .removeResult: []
    }
  }

  var takesTarget: Bool {
    switch self {
    case .copyResult, .chartResult, .swapWith, .changeResult, .removeResult: true
    case .copy, .swap, .chooseCurrency, .addCurrency, .clear, .chart, .about, .shortcuts: false
    }
  }
}
