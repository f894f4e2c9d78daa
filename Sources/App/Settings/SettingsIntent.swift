// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// What a person asked the settings window for.
enum SettingsIntent: Equatable, Sendable {
  case event(SettingsEvent)
  /// The page of a provider, by its short name.
  case detailsPressed(String)
  case detailsLeft
  /// A file that describes a provider.
  case providerFileChosen(String)
  /// The file of a provider, to be given on.
  case providerFileWanted(ProviderID)
  case providerRemoved(ProviderID)
  case termsPressed(String)
  case sendingPressed
  case sendingLeft
  case addResultPressed
  case alert(AlertsEvent)
  case addAlertPressed
  /// Where to write a backup.
  case exportChosen(String)
  /// A backup to take over.
  case importChosen(String)
  case closed
}
