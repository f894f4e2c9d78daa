// SPDX-License-Identifier: GPL-3.0-or-later

/// A synced setting: its value on this computer (`here`), in the synced data (`there`) and after the last sync.
struct SharedSetting: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case nothing
    case agree
    case share
    case take(String)
  }

  var here: String
  /// The value in the member's synced data. Nil if the member never chose a value.
  var there: String?
  var baseline: String?
  var byDefault: String
  /// Whether the settings file lacks this setting. Then `here` is the default value, not the user's choice.
  var isMissing = false

  /// Returns the next step. `isSwitch`: whether the member has just changed, so that `here` is another member's value.
  func step(isSwitch: Bool) -> Step {
    guard let there else {
      if isSwitch { return .agree }
      if let baseline, !isMissing { return baseline == here ? .nothing : .share }
      return here == byDefault ? .agree : .share
    }
    if there == here { return baseline == here ? .nothing : .agree }
    // A value that changed on this computer since the last sync counts as newer than the synced value.
    let isChosenHere = !isSwitch && !isMissing && baseline.map { $0 != here } ?? false
    return isChosenHere ? .share : .take(there)
  }
}
