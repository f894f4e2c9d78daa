// SPDX-License-Identifier: GPL-3.0-or-later

/// A property that two computers changed independently. Kurs uses the later edit. The user may choose the other edit.
public struct ObjectConflict: Hashable, Sendable {
  public let object: UserObject
  public let field: String
  public let other: String

  public init(object: UserObject, field: String, other: String) {
    self.object = object
    self.field = field
    self.other = other
  }

  public var kept: String { object[field] ?? "" }
}

extension UserObject {
  /// The properties whose conflicts are shown to the user. For other properties, the later edit is used silently.
  public static let fieldsWithConflicts: [Kind: Set<String>] = [
    .saved: ["title"], .ownRate: ["rate", "note", "expires"], .setting: ["value"],
  ]

  /// The property whose discarded value is saved as a separate object, so that no list is lost.
  public static let keptFields: [Kind: String] = [.saved: "calculation"]

  public static func notedFields(of kind: Kind) -> Set<String> {
    fieldsWithConflicts[kind, default: []].union([keptFields[kind]].compactMap { $0 })
  }

  /// Returns the properties that changed both here and in the received `other` since `known`, to different values.
  public func conflicts(with other: UserObject, known: KnownEdits) -> [ObjectConflict] {
    let merged = merged(with: other)
    return Self.fieldsWithConflicts[kind, default: []].sorted().compactMap { name in
      guard let lost = lost(name, to: other, known) else { return nil }
      return ObjectConflict(object: merged, field: name, other: lost.value)
    }
  }

  /// Returns the discarded version of a list as a new list. All computers give it the same id. Nil if no edit is lost.
  public func leftOver(by other: UserObject, known: KnownEdits, title: String) -> UserObject? {
    guard let name = Self.keptFields[kind] else { return nil }
    let merged = merged(with: other)
    let found = !merged.isDeleted ? lost(name, to: other, known)
      : isDeleted ? unseenEdit(of: name, in: other, known) : unsentEdit(of: name, known)
    guard let lost = found else { return nil }
    var fields = ["title": Field(title, edited: lost.edited), name: lost]
    fields["place"] = merged.fields["place"]
    return UserObject(id: ID(kind, named: "\(id) \(lost.edited.milliseconds)"), kind: kind, fields: fields)
  }

  public var title: String? { self["title"] }

  /// Returns the unsent edit of a property. Nil if the server already has it.
  private func unsentEdit(of name: String, _ known: KnownEdits) -> Field? {
    isUnsent && known.server[name] != fields[name]?.edited ? fields[name] : nil
  }

  /// Returns another computer's edit that this computer didn't know when it deleted the object.
  private func unseenEdit(of name: String, in other: UserObject, _ known: KnownEdits) -> Field? {
    guard isUnsent, !other.isDeleted, let there = other.fields[name], fields[name] != there,
      known.server[name] != there.edited, !known.sent[name, default: []].contains(there.edited)
    else { return nil }
    return there
  }

  private func lost(_ name: String, to other: UserObject, _ known: KnownEdits) -> Field? {
    guard isUnsent, !isDeleted, !other.isDeleted, let here = fields[name], let there = other.fields[name],
      here.value != there.value, known.server[name] != there.edited,
      !known.sent[name, default: []].contains(there.edited)
    else { return nil }
    // No edit is lost if the server has this edit and sends a later one. A restored server may send an older one.
    if known.server[name] == here.edited, here.isOvertaken(by: there) { return nil }
    return here.isOvertaken(by: there) ? here : there
  }
}

public struct KnownEdits: Sendable {
  /// The times of the latest edits that the server has sent or accepted.
  public let server: [String: Timestamp]
  /// The times of edits that this computer sent, or that the server had earlier.
  public let sent: [String: Set<Timestamp>]

  public init(server: [String: Timestamp], sent: [String: Set<Timestamp>] = [:]) {
    self.server = server
    self.sent = sent
  }
}
