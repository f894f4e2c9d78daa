// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// An event of the settings.
public enum SettingsEvent: Hashable, Sendable {
  /// A value out of the setting's range changes nothing.
  case set(SettingsKey, SettingsValue)
  /// Among those in use: 0 is the first that is asked.
  case providerMoved(from: Int, to: Int)
  /// On: it becomes the last of those in use. The last one left cannot be switched off.
  case providerSwitched(ProviderID, isOn: Bool)
  /// Makes the provider the first, whether or not it was in use.
  case providerChosen(ProviderID)
  /// Another server than its own; empty for its own again.
  case addressTyped(ProviderID, String)
  case keyTyped(ProviderID, Secret)
  case keyRemoved(ProviderID)
  /// Let the keyring ask to be unlocked.
  case unlockPressed
  /// Ask the provider once and say how it went; nothing is stored.
  case connectionTested(ProviderID)
  /// Fetch now what is missing of everyone in use.
  case refreshPressed
  case cacheCleared(CacheKind)
  case quarantineAccepted(Int64)
  case quarantineDropped(Int64)
  /// Nil: what the region says.
  case symbolChosen(String, Currency?)
  /// Empty: none.
  case accountServerTyped(String)
  /// Chosen on another machine of the person; variants by the names of settings.
  case valuesTaken([String: String])
  /// Settings of a backup, by name; those chosen here stay.
  case backupRestored([String: SettingsValue])
  /// The word about a damaged file was read.
  case damageDismissed
}

/// The caches that can be cleared: all can be fetched again.
public enum CacheKind: String, Hashable, Sendable, CaseIterable {
  /// HTTP answers, in memory and on disk.
  case network
  /// The raw documents that rates were read from; the rates stay.
  case documents
  case images
}
