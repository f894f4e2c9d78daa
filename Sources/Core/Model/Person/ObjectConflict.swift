// SPDX-License-Identifier: GPL-3.0-or-later

/// A property that two machines changed independently: the later edit counts, and the other value waits here for the
/// user's decision.
public struct ObjectConflict: Hashable, Sendable {
  public let object: UserObject
  public let field: String
  /// The value that doesn't count.
  public let other: String

  public init(object: UserObject, field: String, other: String) {
    self.object = object
    self.field = field
    self.other = other
  }

  /// The value that counts.
  public var kept: String { object[field] ?? "" }
}

extension UserObject {
  /// The properties whose conflicts are reported. For others the later edit counts silently.
  public static let toldFields: [Kind: Set<String>] = [
    .saved: ["title"], .ownRate: ["rate", "note", "expires"], .setting: ["value"],
  ]

  /// The property whose losing value becomes an object of its own, so that no typed list is lost.
  public static let keptFields: [Kind: String] = [.saved: "calculation"]

  /// The properties for which the server's edit is recorded.
  public static func notedFields(of kind: Kind) -> Set<String> {
    toldFields[kind, default: []].union([keptFields[kind]].compactMap { $0 })
  }

  /// Properties that this and `other` changed differently since both were `known`.
  ///
  /// `self`: the local object. `other`: the received one. An unknown edit happened since.
  public func conflicts(with other: UserObject, known: KnownEdits) -> [ObjectConflict] {
    let merged = merged(with: other)
    return Self.toldFields[kind, default: []].sorted().compactMap { name in
      guard let lost = lost(name, to: other, known) else { return nil }
      return ObjectConflict(object: merged, field: name, other: lost.value)
    }
  }

  /// The losing machine's version of a list, as a separate list; nil if no edit is lost.
  ///
  /// Every machine creates the same object. `title`: its name.
  public func leftOver(by other: UserObject, known: KnownEdits, title: String) -> UserObject? {
    guard let name = Self.keptFields[kind], let lost = lost(name, to: other, known) else { return nil }
    var fields = ["title": Field(title, edited: lost.edited), name: lost]
    fields["place"] = merged(with: other).fields["place"]
    return UserObject(id: ID(kind, named: "\(id) \(lost.edited.milliseconds)"), kind: kind, fields: fields)
  }

  /// The user's name for it.
  public var title: String? { self["title"] }

  private func lost(_ name: String, to other: UserObject, _ known: KnownEdits) -> Field? {
    guard isUnsent, !isDeleted, !other.isDeleted, let here = fields[name], let there = other.fields[name],
      here.value != there.value, known.server[name] != here.edited, known.server[name] != there.edited,
      !known.sent[name, default: []].contains(there.edited)
    else { return nil }
    return here.isOvertaken(by: there) ? here : there
  }
}

/// The known edits of one object's properties.
public struct KnownEdits: Sendable {
  /// The edit that the server had in its last response.
  public let server: [String: Timestamp]
  /// This machine's edits sent since, whether or not they arrived.
  public let sent: [String: Set<Timestamp>]

  public init(server: [String: Timestamp], sent: [String: Set<Timestamp>] = [:]) {
    self.server = server
    self.sent = sent
  }
}
