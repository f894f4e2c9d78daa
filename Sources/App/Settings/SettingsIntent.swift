// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

/// What a person asked the settings window for.
enum SettingsIntent: Equatable, Sendable {
  case event(SettingsEvent)
  /// The page of a provider, by its short name.
  case detailsPressed(String)
  case detailsLeft
  case termsPressed(String)
  case sendingPressed
  case sendingLeft
  case closed
}
