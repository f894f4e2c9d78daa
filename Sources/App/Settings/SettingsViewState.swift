// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Everything the settings window shows, in the person's language; a pure value.
struct SettingsViewState: Equatable, Sendable {
  /// One provider in a list.
  struct ProviderRow: Equatable, Sendable, Identifiable {
    var id: String
    /// Its place in the order, from 1; nil while it is off.
    var rank: Int?
    var title: String
    /// The provider's mark; nil while or where there is none to show.
    var picture: DecodedImage?
    /// Its coverage, the age of the stored rates, and an error.
    var detail: String
    /// The same on a line or two, for a phone's width.
    var brief = ""
    var canMoveUp = false
    var canMoveDown = false
    /// The last provider in use cannot be switched off.
    var canSwitch = true
    /// Why it cannot be switched; empty where it can.
    var hindrance = ""
    var isOn: Bool { rank != nil }
  }

  /// One rate that waits for the person's word.
  struct SuspectRow: Equatable, Sendable, Identifiable {
    var id: Int64
    var rate: String
    var reason: String
  }

  struct CacheRow: Equatable, Sendable, Identifiable {
    /// The kind's raw value.
    var id: String
    var title: String
    var use: String
    var canClear: Bool
  }

  /// A currency that a new calculation is converted to.
  struct ResultRow: Equatable, Sendable {
    var code: String
    var name: String
  }

  var used: [ProviderRow] = []
  var unused: [ProviderRow] = []
  var values: [SettingsKey: SettingsValue] = [:]
  /// The fetch that is running, or that none is.
  var fetching = ""
  var suspects: [SuspectRow] = []
  var caches: [CacheRow] = []
  /// The latest outcomes of refreshes, answers and pictures, newest first.
  var log: [String] = []
  /// For each shared symbol the place of the answer given; 0 is what the region says.
  var symbols: [Int] = []
  /// Empty: by country.
  var results: [ResultRow] = []
  var accountServer = ""
  var accountServerProblem: String?
  /// Said once at the foot of the window.
  var notice: String?
}
