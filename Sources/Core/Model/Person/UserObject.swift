// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing that belongs to the person and is the same on all their machines: a favourite, an own rate.
public struct UserObject: Hashable, Sendable {
  /// Its kind; an open set, so that objects of a later version pass through unharmed.
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
  /// When it was deleted; the properties stay, for an edit made after it brings all of them back.
  public private(set) var deleted: Timestamp?
  /// The server's revision when it was last seen there; 0 if never.
  public var revision: Int
  /// Whether the server does not know of it as it is here.
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
  /// Sets properties; one that has the value already stays as it is, and a deleted object comes back.
  ///
  /// The person's edit must win over what they see, even if their clock is behind another machine's.
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

  /// Brings a deleted object back as it was.
  public mutating func restore(now: Timestamp) {
    guard isDeleted else { return }
    set(fields.mapValues(\.value), now: now)
  }
}

extension UserObject {
  /// Both histories in one: of each property the later edit, of two at once the greater value, the later deletion.
  ///
  /// The result is the same in whatever order machines meet (a join of a semilattice).
  public func merged(with other: UserObject) -> UserObject {
    var merged = self
    // The id of one kind under another is nobody's doing; still all machines must say the same of it.
    if kind.rawValue.isOvertaken(by: other.kind.rawValue) { merged.kind = other.kind }
    merged.fields.merge(other.fields) { $0.isOvertaken(by: $1) ? $1 : $0 }
    merged.deleted = [deleted, other.deleted].compactMap { $0 }.max()
    merged.revision = max(revision, other.revision)
    return merged
  }

  /// Whether both say the same of the thing itself, whoever knows of it; a deletion that was undone says nothing.
  public func says(sameAs other: UserObject) -> Bool {
    kind == other.kind && fields == other.fields
      && isDeleted == other.isDeleted && (!isDeleted || deleted == other.deleted)
  }
}

extension UserObject.Field {
  // `String` holds the composed and the decomposed é for equal, which to a server are two values.
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
