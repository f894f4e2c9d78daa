// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursWorkflow

@MainActor
final class SplashWindow {
  @Child("window") var window: Window
  @Child("step") private var step: Label
  @Child("progress") private var progress: ProgressBar
  @Child("quit") private var quit: Button

  init() throws(BuilderError) {
    try Builder(ui: "splash").bind(self)
  }

  func render(_ state: StartViewState) {
    step.text = state.sentence
    quit.isVisible = state.hasFailed
    progress.isVisible = state.permille != nil
    if let permille = state.permille { progress.permille = permille }
  }
}

struct StartViewState: Equatable, Sendable {
  var sentence: String
  /// The progress in thousandths. Nil if it isn't known, or after a failure.
  var permille: Int?
  var hasFailed = false

  init(step: StartStep, permille: Int?) {
    sentence = KursApp.sentence(for: step)
    self.permille = permille
  }

  init(failure: StartFailure) {
    sentence = KursApp.sentence(for: failure)
    hasFailed = true
  }
}
