// SPDX-License-Identifier: GPL-3.0-or-later

/// A setting shared by all of a person's machines: its value here, on the server, and when both last agreed.
struct SharedSetting: Hashable, Sendable {
  /// The step after which both agree.
  enum Step: Hashable, Sendable {
    case nothing
    /// The value here was not chosen by this member.
    case agree
    /// Chosen here: the others are to have it.
    case share
    case take(String)
  }

  var here: String
  /// The value among the member's objects; nil if the member never chose.
  var there: String?
  var baseline: String?
  var byDefault: String

  /// `isSwitch`: the data of another member shows than a moment ago, whose choices these here are.
  func step(isSwitch: Bool) -> Step {
    guard let there else {
      if isSwitch { return .agree }
      if let baseline { return baseline == here ? .nothing : .share }
      return here == byDefault ? .agree : .share
    }
    if there == here { return baseline == here ? .nothing : .agree }
    // A choice made here after both agreed counts as the newer one: this machine cannot know better.
    let isChosenHere = !isSwitch && baseline.map { $0 != here } ?? false
    return isChosenHere ? .share : .take(there)
  }
}
