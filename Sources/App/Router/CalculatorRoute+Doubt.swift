// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

extension CalculatorRoute {
  /// Asks what is to become of the rate that looks wrong behind a result.
  func ask(about doubt: CalculatorViewState.Row.Doubt) {
    guard let window else { return }
    let question = Question(tr("Is This Rate Right?"), doubt.sentence)
    question.add("later", tr("Decide Later"))
    question.add("keep", tr("Keep the Old One"))
    question.add("accept", tr("Accept"), .suggested)
    question.ask(above: window.window) { [weak self] answer in
      switch answer {
      case "keep": self?.send(.doubtDropped(doubt.id))
      case "accept": self?.send(.doubtAccepted(doubt.id))
      default: break
      }
    }
  }
}
