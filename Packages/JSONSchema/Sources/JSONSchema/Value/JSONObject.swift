// SPDX-License-Identifier: GPL-3.0-or-later

/// The members of a JSON object in the order they came, each key once.
public struct JSONObject: Sendable {
  /// One name with its value.
  public struct Member: Sendable {
    /// The name.
    public let key: String
    /// The value under the name.
    public var value: JSONValue
  }

  /// All members in order.
  public private(set) var members: [Member] = []

  // Most objects are so small that looking through them is quicker than hashing.
  private static let scanned = 8
  private var places: [JSONKey: Int] = [:]

  /// An object without members.
  public init() {}

  /// An object of these members; of two equal keys the later value stays.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  /// The number of members.
  public var count: Int { members.count }

  /// The value under a key; a new key goes to the end, `nil` takes the member out.
  public subscript(key: String) -> JSONValue? {
    get { place(of: key).map { members[$0].value } }
    set {
      switch (place(of: key), newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): remove(at: place)
      case (nil, let value?): append(key, value)
      case (nil, nil): break
      }
    }
  }

  /// Puts a member at the end, unless its key is there already.
  mutating func insert(_ key: String, _ value: JSONValue) -> Bool {
    if members.count > Self.scanned {
      let name = JSONKey(key)
      if let known = places.updateValue(members.count, forKey: name) {
        places[name] = known
        return false
      }
      members.append(Member(key: key, value: value))
      return true
    }
    guard place(of: key) == nil else { return false }
    append(key, value)
    return true
  }

  /// Puts a member at the end whose key is known to be new; `index(as:)` has to follow before any key is looked for.
  mutating func append(new key: String, _ value: JSONValue) {
    members.append(Member(key: key, value: value))
  }

  /// Makes the keys findable after `append(new:)`, all of which may be the first ones of another object in its order.
  mutating func index(as other: JSONObject? = nil) {
    if let other, other.count == count {
      places = other.places
      return
    }
    places.removeAll()
    guard members.count > Self.scanned else { return }
    // Rates come by the dozen: room for them at once saves two moves.
    places.reserveCapacity(4 * Self.scanned)
    for (place, member) in members.enumerated() { places[JSONKey(member.key)] = place }
  }

  /// The place of a key among the members.
  func place(of key: String) -> Int? {
    if members.count > Self.scanned { return places[JSONKey(key)] }
    return members.firstIndex { JSONKey($0.key) == JSONKey(key) }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }

  /// Hashes whatever the order.
  public func hash(into hasher: inout Hasher) {
    var mixed = 0
    for member in members {
      var own = Hasher()
      own.combine(JSONKey(member.key))
      own.combine(member.value)
      mixed ^= own.finalize()
    }
    hasher.combine(mixed)
  }
}

extension JSONObject {
  private mutating func append(_ key: String, _ value: JSONValue) {
    members.append(Member(key: key, value: value))
    if members.count > Self.scanned + 1 {
      places[JSONKey(key)] = members.count - 1
    } else if members.count == Self.scanned + 1 {
      index()
    }
  }

  private mutating func remove(at place: Int) {
    members.remove(at: place)
    index()
  }
}
