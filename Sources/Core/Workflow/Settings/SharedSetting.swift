// SPDX-License-Identifier: GPL-3.0-or-later

/// A setting that a user's computers share, with its local value, its value on the server and the last common value.
struct SharedSetting: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case nothing
    case agree
    case share
    case take(String)
  }

  var here: String
  /// The value among the member's objects; nil if the member never chose a value.
  var there: String?
  var baseline: String?
  var byDefault: String
  /// Whether the settings file lacks this setting, perhaps after damage. If so, the user didn't choose its default.
  var isMissing = false

  /// Returns the next step. `isSwitch`: another member's data is shown now, so local choices aren't this member's.
  func step(isSwitch: Bool) -> Step {
    guard let there else {
      if isSwitch { return .agree }
      if let baseline, !isMissing { return baseline == here ? .nothing : .share }
      return here == byDefault ? .agree : .share
    }
    if there == here { return baseline == here ? .nothing : .agree }
    // A choice since the last common value counts as the newer one, because this computer doesn't know better.
    let isChosenHere = !isSwitch && !isMissing && baseline.map { $0 != here } ?? false
    return isChosenHere ? .share : .take(there)
  }
}
