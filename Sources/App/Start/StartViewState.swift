// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

/// The splash's view state, a pure value.
struct StartViewState: Equatable, Sendable {
  var sentence: String
  /// The progress; nil while unknown, or when the start failed.
  var permille: Int?
  /// Whether nothing more will come.
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
