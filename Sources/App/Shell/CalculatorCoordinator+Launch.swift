// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

enum LaunchRequest: Equatable, Sendable {
  case newList
  case chart(ChartSubject?)
  case paste
  /// Text to calculate: an amount with its target currency, or several lines.
  case text(String)
  /// The absolute paths of tables or lists to open.
  case files([String])
  /// Turns on the alert with this id again. The alert then waits for a newer rate.
  case alertAgain(String)
}

extension CalculatorCoordinator {
  func run(_ request: LaunchRequest) {
    switch request {
    case .newList: window?.window.activate(WindowAction.clearList)
    case .chart(let subject?): chart(subject)
    case .chart(nil): openChart(nil)
    // Waits until the window is active, because under Wayland only an active window can read the clipboard.
    case .paste:
      window?.window.onceActive { [weak self] in
        self?.window?.readClipboard { text in self?.send(.pasted(text)) }
      }
    case .alertAgain(let id): alerts?.resume(id)
    case .text(let text): openText(text)
    case .files(let names): open(OpenedFiles(names: names))
    }
  }

  func windowActivated() {
    guard let workflow, window?.isShown == true else { return }
    workflow.dayMayHaveChanged()
    window?.offerClipboard { [weak workflow] in workflow?.isOffered($0) ?? false }
  }
}
