// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

struct SavedList: Hashable, Sendable {
  var id: UserObject.ID?
  var title = ""
  var version: Fingerprint?
  /// The number of rates that were saved with the list, if more may load later.
  var rates = Int.max
  var calculation: Calculation
  var result: Currency
  var targets: [Currency]
  var hasNoTargets = false
  var fee: Fee?
  var roundsCash = false
}

/// The last stored version of an open list.
struct OpenedList: Equatable, Sendable {
  /// The content that was last read or saved. Nil if the list must be saved.
  var content: Sheet?
  var version: Fingerprint?
  /// The number of saved rates, if this program saved them. Rates of a newly chosen day load later.
  var rates = Int.max
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
  /// The list's lines, currencies and terms, without rates and day.
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
