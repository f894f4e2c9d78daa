// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

/// The splash's view state, a pure value.
struct StartViewState: Equatable, Sendable {
  var sentence: String
  /// The progress from 0 to 1, not money; nil while unknown, or when the start failed.
  var fraction: Double?
  /// Whether nothing more will come.
  var hasFailed = false

  init(step: StartStep, permille: Int?) {
    sentence = KursApp.sentence(for: step)
    // Not money: how full a bar is.
    fraction = permille.map { Double($0) / 1000 }
  }

  init(failure: StartFailure) {
    sentence = KursApp.sentence(for: failure)
    hasFailed = true
  }
}
