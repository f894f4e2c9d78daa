// SPDX-License-Identifier: GPL-3.0-or-later

/// A property that two machines changed independently. The later edit counts, and the user may choose the other.
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
  /// The properties whose conflicts are reported. For others the later edit counts silently.
  public static let fieldsWithConflicts: [Kind: Set<String>] = [
    .saved: ["title"], .ownRate: ["rate", "note", "expires"], .setting: ["value"],
  ]

  /// The property whose losing value becomes a separate object. Then no list is lost.
  public static let keptFields: [Kind: String] = [.saved: "calculation"]

  public static func notedFields(of kind: Kind) -> Set<String> {
    fieldsWithConflicts[kind, default: []].union([keptFields[kind]].compactMap { $0 })
  }

  /// Properties changed here and in the received `other` since `known`, to different values.
  public func conflicts(with other: UserObject, known: KnownEdits) -> [ObjectConflict] {
    let merged = merged(with: other)
    return Self.fieldsWithConflicts[kind, default: []].sorted().compactMap { name in
      guard let lost = lost(name, to: other, known) else { return nil }
      return ObjectConflict(object: merged, field: name, other: lost.value)
    }
  }

  /// The losing version as a separate list, the same on all machines; nil if no edit is lost.
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

  /// Nil if the server has the property as it is here.
  private func unsentEdit(of name: String, _ known: KnownEdits) -> Field? {
    isUnsent && known.server[name] != fields[name]?.edited ? fields[name] : nil
  }

  /// Another machine's edit, if this machine deleted an earlier version.
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
    // Nothing changed here, unless a restored server received an older edit.
    if known.server[name] == here.edited, here.isOvertaken(by: there) { return nil }
    return here.isOvertaken(by: there) ? here : there
  }
}

public struct KnownEdits: Sendable {
  /// The latest edits that the server has sent or accepted.
  public let server: [String: Timestamp]
  /// Edits that this machine sent or the server had earlier.
  public let sent: [String: Set<Timestamp>]

  public init(server: [String: Timestamp], sent: [String: Set<Timestamp>] = [:]) {
    self.server = server
    self.sent = sent
  }
}
