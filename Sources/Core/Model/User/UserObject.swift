// SPDX-License-Identifier: GPL-3.0-or-later

/// An object that all computers of a user share, such as a favourite or custom rate.
public struct UserObject: Hashable, Sendable {
  /// The kind of an object. The type isn't an enum, so that objects of a later version of Kurs aren't lost.
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
  /// The time of deletion. The properties stay, because a later edit restores the object.
  public private(set) var deleted: Timestamp?
  /// The server's revision when the object was last received. It is 0 if the object was never received.
  public var revision: Int
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

  public var isDeleted: Bool { deleted.map { $0 >= lastEdited } ?? false }

  private var lastEdited: Timestamp { fields.values.map(\.edited).max() ?? .distantPast }
}

extension UserObject {
  /// Sets values, and restores a deleted object. The edit is later than the old value, even if the clock is slow.
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

  public mutating func restore(now: Timestamp) {
    guard isDeleted else { return }
    set(fields.mapValues(\.value), now: now)
  }
}

extension UserObject {
  /// Merges two versions. Uses the later edit and deletion. Of simultaneous edits, uses the greater value.
  public func merged(with other: UserObject) -> UserObject {
    var merged = self
    // The kinds normally don't differ. If they do, all computers must choose the same kind.
    if kind.rawValue.isOvertaken(by: other.kind.rawValue) { merged.kind = other.kind }
    merged.fields.merge(other.fields) { $0.isOvertaken(by: $1) ? $1 : $0 }
    merged.deleted = [deleted, other.deleted].compactMap { $0 }.max()
    merged.revision = max(revision, other.revision)
    return merged
  }

  /// Whether both versions look the same to the user. Ignores old deletions and the values of deleted objects.
  public func hasSameContent(as other: UserObject) -> Bool {
    guard kind == other.kind, isDeleted == other.isDeleted else { return false }
    return isDeleted ? deleted == other.deleted : fields == other.fields
  }
}

extension UserObject {
  /// The most milliseconds by which an edit may be ahead of the server's clock.
  static let tolerance: Int64 = 86_400_000

  /// The object as the server receives it. A deletion is sent without values.
  public var asSent: UserObject {
    guard isDeleted else { return self }
    return UserObject(id: id, kind: kind, deleted: deleted, revision: revision, isUnsent: isUnsent)
  }

  /// Gives edits from the far future new times just after all other edits, in the same order. Other edits don't change.
  public func restamped(now: Timestamp) -> UserObject {
    let limit = now.milliseconds + Self.tolerance
    let moments = Set(fields.values.map(\.edited.milliseconds) + [deleted?.milliseconds].compactMap(\.self))
    let ahead = moments.filter { $0 > limit }.sorted()
    guard !ahead.isEmpty else { return self }
    let last = max(now.milliseconds, moments.filter { $0 <= limit }.max() ?? .min)
    func moved(_ moment: Timestamp) -> Timestamp {
      guard let place = ahead.firstIndex(of: moment.milliseconds) else { return moment }
      return Timestamp(milliseconds: last + 1 + Int64(place))
    }
    var object = self
    object.fields = fields.mapValues { Field($0.value, edited: moved($0.edited)) }
    object.deleted = deleted.map(moved)
    return object
  }
}

extension UserObject.Field {
  // Compares the values as UTF-8 bytes. `String` would treat composed and decomposed é as equal, but the servers don't.
  public static func == (a: Self, b: Self) -> Bool {
    a.edited == b.edited && a.value.utf8.elementsEqual(b.value.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(edited)
    for byte in value.utf8 { hasher.combine(byte) }
  }

  /// Whether `other` is the edit to use: the later edit, or at the same time the greater value in UTF-8 bytes.
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

extension UserObject {
  /// A UUID (RFC 9562) in lower case.
  public struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
    public let text: String

    public init?(_ text: String) {
      let lower = text.lowercased()
      let parts = lower.split(separator: "-", omittingEmptySubsequences: false)
      guard parts.map(\.utf8.count) == [8, 4, 4, 4, 12], lower.utf8.allSatisfy({ $0 == 45 || $0.isHexadecimal })
      else { return nil }
      self.text = lower
    }

    /// Creates the same id for the same name. So two computers that add the same favourite make one object.
    public init(_ kind: Kind, named name: String) {
      // The id has version 8 of RFC 9562 and a 128-bit FNV-1a hash.
      self.init(Fingerprint("\(kind.rawValue):\(name)").bits, version: 8)
    }

    public init(random generator: inout some RandomNumberGenerator) {
      self.init(UInt128(generator.next()) << 64 | UInt128(generator.next()), version: 4)
    }

    private init(_ bits: UInt128, version: UInt128) {
      let (versionBits, variantBits): (UInt128, UInt128) = (0xF << 76, 3 << 62)
      let stamped = (bits & ~versionBits & ~variantBits) | (version << 76) | (UInt128(2) << 62)
      let digits = Array(Fingerprint.hexadecimal(stamped))
      let ends = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)]
      text = ends.map { String(digits[$0..<$1]) }.joined(separator: "-")
    }

    public var description: String { text }
    public static func < (a: ID, b: ID) -> Bool { a.text < b.text }
  }
}

/// The FNV-1a hash of 128 bits. It isn't secure against attacks.
public struct Fingerprint: Hashable, Sendable {
  let bits: UInt128

  public init(_ text: String) {
    let prime = UInt128(1) << 88 | 0x13B
    bits = text.utf8.reduce(UInt128(0x6C62_272E_07BB_0142) << 64 | 0x62B8_2175_6295_C58D) {
      ($0 ^ UInt128($1)) &* prime
    }
  }

  public init?(text: String) {
    guard text.utf8.count == 32, let bits = UInt128(text, radix: 16) else { return nil }
    self.bits = bits
  }

  public var text: String { Self.hexadecimal(bits) }

  static func hexadecimal(_ bits: UInt128) -> String { bits.digits(32, radix: 16) }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
  }
}
