// SPDX-License-Identifier: GPL-3.0-or-later

/// One object that all machines of a user share: a favourite, a custom rate.
public struct UserObject: Hashable, Sendable {
  /// Its kind. An open set, so that objects of a later version survive.
  public struct Kind: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    public static let favourite = Kind(rawValue: "favourite")
    public static let result = Kind(rawValue: "result")
    public static let ownRate = Kind(rawValue: "own-rate")
    public static let saved = Kind(rawValue: "saved")
    public static let setting = Kind(rawValue: "setting")
    public static let alert = Kind(rawValue: "alert")
    public static let known: [Kind] = [.favourite, .result, .ownRate, .saved, .setting, .alert]
  }

  /// A property's value and the time of its edit.
  public struct Field: Hashable, Sendable {
    public let value: String
    public let edited: Timestamp

    public init(_ value: String, edited: Timestamp) {
      self.value = value
      self.edited = edited
    }
  }

  public let id: ID
  public private(set) var kind: Kind
  public private(set) var fields: [String: Field]
  /// The time of its deletion. Its properties stay, because a later edit restores all of them.
  public private(set) var deleted: Timestamp?
  /// The server's revision when it was last received. 0 if never.
  public var revision: Int
  /// Whether the server lacks the current version.
  public var isUnsent: Bool

  public init(
    id: ID, kind: Kind, fields: [String: Field] = [:], deleted: Timestamp? = nil, revision: Int = 0,
    isUnsent: Bool = true
  ) {
    self.id = id
    self.kind = kind
    self.fields = fields
    self.deleted = deleted
    self.revision = revision
    self.isUnsent = isUnsent
  }

  public subscript(name: String) -> String? { fields[name]?.value }

  /// Whether it was deleted and not edited since.
  public var isDeleted: Bool { deleted.map { $0 >= lastEdited } ?? false }

  private var lastEdited: Timestamp { fields.values.map(\.edited).max() ?? .distantPast }
}

extension UserObject {
  /// Sets properties. An equal value is not an edit, and a deleted object returns.
  ///
  /// The user's edit must win over the shown value, even if the clock is behind another machine's.
  public mutating func set(_ values: [String: String], now: Timestamp) {
    let moment = max(now, deleted?.next ?? now)
    let returns = isDeleted
    for (name, value) in values where returns || fields[name]?.value != value {
      fields[name] = Field(value, edited: max(moment, fields[name]?.edited.next ?? moment))
    }
  }

  public mutating func delete(now: Timestamp) {
    guard !isDeleted else { return }
    deleted = max(now, lastEdited)
  }

  /// Restores a deleted object unchanged.
  public mutating func restore(now: Timestamp) {
    guard isDeleted else { return }
    set(fields.mapValues(\.value), now: now)
  }
}

extension UserObject {
  /// Merges both histories: the later edit of each property, the greater value of simultaneous edits, the later
  /// deletion.
  ///
  /// The result doesn't depend on the order in which machines meet (a join of a semilattice).
  public func merged(with other: UserObject) -> UserObject {
    var merged = self
    // One id under two kinds can't happen normally, but all machines must decide the same.
    if kind.rawValue.isOvertaken(by: other.kind.rawValue) { merged.kind = other.kind }
    merged.fields.merge(other.fields) { $0.isOvertaken(by: $1) ? $1 : $0 }
    merged.deleted = [deleted, other.deleted].compactMap { $0 }.max()
    merged.revision = max(revision, other.revision)
    return merged
  }

  /// Whether both have the same content, whoever knows it. An undone deletion doesn't count.
  public func says(sameAs other: UserObject) -> Bool {
    kind == other.kind && fields == other.fields
      && isDeleted == other.isDeleted && (!isDeleted || deleted == other.deleted)
  }
}

extension UserObject.Field {
  // `String` treats the composed and the decomposed é as equal, but a server has two values.
  public static func == (a: Self, b: Self) -> Bool {
    a.edited == b.edited && a.value.utf8.elementsEqual(b.value.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(edited)
    for byte in value.utf8 { hasher.combine(byte) }
  }

  /// Values compare by their UTF-8 bytes, which is the same on each machine.
  func isOvertaken(by other: Self) -> Bool {
    edited == other.edited ? value.isOvertaken(by: other.value) : edited < other.edited
  }
}

extension String {
  fileprivate func isOvertaken(by other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension Timestamp {
  static let distantPast = Timestamp(milliseconds: .min)
  var next: Timestamp { Timestamp(milliseconds: milliseconds == .max ? .max : milliseconds + 1) }
}
