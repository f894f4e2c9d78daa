// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import KursWorkflow

/// A request of the person to the settings window.
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
  /// Writes a backup to the chosen file.
  case exportChosen(String)
  /// A backup to take over.
  case importChosen(String)
  case closed
}
