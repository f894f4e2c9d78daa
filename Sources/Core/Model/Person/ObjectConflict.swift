// SPDX-License-Identifier: GPL-3.0-or-later

/// A property that two machines set without knowing of each other: the later edit counts, the other value waits here
/// until the person has said which it is to be.
public struct ObjectConflict: Hashable, Sendable {
  /// As it counts now.
  public let object: PersonObject
  /// The property's name.
  public let field: String
  /// The value that does not count.
  public let other: String

  public init(object: PersonObject, field: String, other: String) {
    self.object = object
    self.field = field
    self.other = other
  }

  /// The value that counts.
  public var kept: String { object[field] ?? "" }
}

extension PersonObject {
  /// The properties a person would want to hear of; of the others the later edit counts without a word.
  public static let toldFields: [Kind: Set<String>] = [
    .saved: ["title"], .ownRate: ["rate", "note", "expires"], .setting: ["value"],
  ]

  /// What both this and `other` set to different values since both were `known`, by the moments of its edits.
  ///
  /// `self`: as it is here; `other`: as it came; what is not known was set since.
  public func conflicts(with other: PersonObject, known: [String: Timestamp]) -> [ObjectConflict] {
    guard isUnsent, !isDeleted, !other.isDeleted else { return [] }
    let merged = merged(with: other)
    return Self.toldFields[kind, default: []].sorted().compactMap { name in
      guard let here = fields[name], let there = other.fields[name], here.value != there.value,
        here.edited != known[name], there.edited != known[name]
      else { return nil }
      return ObjectConflict(
        object: merged, field: name, other: merged[name] == here.value ? there.value : here.value)
    }
  }
}
