// SPDX-License-Identifier: GPL-3.0-or-later

/// A property that two machines set without knowing of each other: the later edit counts, the other value waits here
/// until the person has said which it is to be.
public struct ObjectConflict: Hashable, Sendable {
  /// The current value.
  public let object: UserObject
  /// The property's name.
  public let field: String
  /// The value that does not count.
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
  /// The properties a person would want to hear of; of the others the later edit counts without a word.
  public static let toldFields: [Kind: Set<String>] = [
    .saved: ["title"], .ownRate: ["rate", "note", "expires"], .setting: ["value"],
  ]

  /// The property of which the losing value becomes an object of its own: nothing typed into a list is lost.
  public static let keptFields: [Kind: String] = [.saved: "calculation"]

  /// The properties of which it is noted what the server has.
  public static func notedFields(of kind: Kind) -> Set<String> {
    toldFields[kind, default: []].union([keptFields[kind]].compactMap { $0 })
  }

  /// Properties that this and `other` set to different values since both were `known`.
  ///
  /// `self`: as it is here; `other`: as it came; what is not known was set since.
  public func conflicts(with other: UserObject, known: KnownEdits) -> [ObjectConflict] {
    let merged = merged(with: other)
    return Self.toldFields[kind, default: []].sorted().compactMap { name in
      guard let lost = lost(name, to: other, known) else { return nil }
      return ObjectConflict(object: merged, field: name, other: lost.value)
    }
  }

  /// The losing machine's version of a list, as a separate list; nil if no edit is lost.
  ///
  /// Every machine makes the same object. `title`: its name.
  public func leftOver(by other: UserObject, known: KnownEdits, title: String) -> UserObject? {
    guard let name = Self.keptFields[kind], let lost = lost(name, to: other, known) else { return nil }
    var fields = ["title": Field(title, edited: lost.edited), name: lost]
    fields["place"] = merged(with: other).fields["place"]
    return UserObject(id: ID(kind, named: "\(id) \(lost.edited.milliseconds)"), kind: kind, fields: fields)
  }

  /// The person's name for it.
  public var title: String? { self["title"] }

  private func lost(_ name: String, to other: UserObject, _ known: KnownEdits) -> Field? {
    guard isUnsent, !isDeleted, !other.isDeleted, let here = fields[name], let there = other.fields[name],
      here.value != there.value, known.server[name] != here.edited, known.server[name] != there.edited,
      !known.sent[name, default: []].contains(there.edited)
    else { return nil }
    return here.isOvertaken(by: there) ? here : there
  }
}

/// The edits of one object's properties that are no news.
public struct KnownEdits: Sendable {
  /// The one that the server had when it last answered.
  public let server: [String: Timestamp]
  /// This machine's edits sent since, whether or not they arrived.
  public let sent: [String: Set<Timestamp>]

  public init(server: [String: Timestamp], sent: [String: Set<Timestamp>] = [:]) {
    self.server = server
    self.sent = sent
  }
}
