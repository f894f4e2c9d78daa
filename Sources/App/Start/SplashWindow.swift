// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursWorkflow

@MainActor
final class SplashWindow {
  let window: Window
  private let step: Label
  private let progress: ProgressBar
  private let quit: Button

  init() throws(BuilderError) {
    let builder = try Builder(resource: Paths.splash, domain: Paths.domain)
    window = try builder.object("window")
    step = try builder.object("step")
    progress = try builder.object("progress")
    quit = try builder.object("quit")
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
  /// The progress in thousandths. Nil while unknown, or after a failure.
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
