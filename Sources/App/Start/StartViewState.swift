// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

/// What the splash shows; a pure value.
struct StartViewState: Equatable, Sendable {
  var sentence: String
  /// From 0 to 1; nil while it cannot be told, or when the start failed.
  var fraction: Double?

  init(step: StartStep, fraction: Double?) {
    sentence = KursApp.sentence(for: step)
    self.fraction = fraction
  }

  init(failure: StartFailure) {
    sentence = KursApp.sentence(for: failure)
  }
}
