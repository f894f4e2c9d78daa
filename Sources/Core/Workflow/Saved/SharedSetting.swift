// SPDX-License-Identifier: GPL-3.0-or-later

/// One setting that is the same on all of a person's machines: what it is here, there, and was when both agreed.
struct SharedSetting: Hashable, Sendable {
  /// What has to be done for both to agree.
  enum Step: Hashable, Sendable {
    case nothing
    /// Whatever it is here is nobody's choice for this member.
    case agree
    /// Chosen here: the others are to have it.
    case share
    case take(String)
  }

  var here: String
  /// Of the member's objects; nil where the member never chose.
  var there: String?
  var baseline: String?
  /// What holds where nobody has chosen.
  var byDefault: String

  /// `isSwitch`: the data of another member shows than a moment ago, whose choices these here are.
  func step(isSwitch: Bool) -> Step {
    guard let there else {
      if isSwitch { return .agree }
      if let baseline { return baseline == here ? .nothing : .share }
      return here == byDefault ? .agree : .share
    }
    if there == here { return baseline == here ? .nothing : .agree }
    // What was chosen here after both agreed is newer than what is there, as far as this machine can know.
    let isChosenHere = !isSwitch && baseline.map { $0 != here } ?? false
    return isChosenHere ? .share : .take(there)
  }
}
