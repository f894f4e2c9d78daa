// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

struct SavedList: Hashable, Sendable {
  var id: UserObject.ID?
  var title = ""
  var version: Fingerprint?
  /// The number of rates in the stored list. If more rates load, the list is saved again. `Int.max` prevents this.
  var rates = Int.max
  var calculation: Calculation
  var result: Currency
  var targets: [Currency]
  var hasNoTargets = false
  var fee: Fee?
  var roundsCash = false
}

/// The stored version of a list that was opened since the start.
struct OpenedList: Equatable, Sendable {
  /// The content that was last read or saved. Nil if the list must be saved.
  var content: Sheet?
  var version: Fingerprint?
  /// The number of stored rates if this program saved the list, else `Int.max`. If more rates load, Kurs saves again.
  var rates = Int.max
  /// The edits that weren't saved yet when the user left the list, for example while the disk was full.
  var left: LeftList?

  /// Returns this version with the unsaved edits `left`. Leaves the edits out if they don't change the content.
  func with(_ left: LeftList?) -> OpenedList {
    var opened = self
    opened.left = left?.content == content ? nil : left
    return opened
  }
}

struct LeftList: Equatable, Sendable {
  let list: FinishedCalculation
  let content: Sheet?

  init(_ list: FinishedCalculation, _ saved: OpenedList) { (self.list, content) = (list, saved.content) }
}

extension CalculatorMachine {
  /// The lists that the user left before all their edits were saved.
  var leftLists: [(id: UserObject.ID, list: FinishedCalculation, saved: OpenedList)] {
    openedLists.compactMap { id, opened in
      guard id != shown.list, let left = opened.left else { return nil }
      return (id, left.list, OpenedList(content: left.content, version: opened.version))
    }
  }

  /// Returns the open list of another session. If that is a named list, also returns that session's unnamed list.
  func lists(of session: SessionValues) -> [FinishedCalculation] {
    [session, session.draft].compactMap(\.self).filter { $0.typed != nil }.map { session in
      var other = self
      _ = other.record(other.reader.sheet(of: session, defaults: defaults))
      return other.openList
    }
  }
}

extension SavedList {
  init(_ list: SavedCalculation, _ calculation: Calculation) {
    let record = list.record
    self.init(
      id: list.id, title: list.title, version: list.version, calculation: calculation, result: record.result,
      targets: record.targets, hasNoTargets: record.hasNoTargets, fee: record.fee, roundsCash: record.isRoundedToCash)
  }
}

/// The version of the open list, as the session stores it.
struct SessionListVersion {
  private static let name = "list-kept"

  let id: UserObject.ID
  /// A fingerprint of lines, currencies, day, rule, fee and cash rounding. It ignores rates and the time of saving.
  let content: Fingerprint
  let version: Fingerprint?

  init(id: UserObject.ID, content: Fingerprint, version: Fingerprint?) {
    (self.id, self.content, self.version) = (id, content, version)
  }

  var session: [String: String] { [Self.name: "\(id) \(content.text) \(version?.text ?? "")"] }

  init?(session: [String: String]) {
    let parts = (session[Self.name] ?? "").split(separator: " ").map(String.init)
    guard parts.count == 3, let id = UserObject.ID(parts[0]), let content = Fingerprint(text: parts[1])
    else { return nil }
    self.init(id: id, content: content, version: Fingerprint(text: parts[2]))
  }
}
