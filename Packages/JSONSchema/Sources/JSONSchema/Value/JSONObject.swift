// SPDX-License-Identifier: GPL-3.0-or-later

public struct JSONObject: Sendable {
  public struct Member: Sendable {
    public let key: String
    public var value: JSONValue
  }

  public private(set) var members: [Member] = []

  // The maximum number of members that are searched one by one. In such small objects, this is faster than hashing.
  private static let scanned = 8
  private var places: [JSONKey: Int] = [:]

  public init() {}

  /// Creates an object with these members. If a key occurs twice, the object has the later value.
  public init(_ members: some Sequence<(String, JSONValue)>) {
    for (key, value) in members { self[key] = value }
  }

  public var count: Int { members.count }

  /// The value of a key. Setting a new key appends a member, and setting `nil` removes the member.
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

  /// Appends a member. The key must be new. Call `index(as:)` before the next search for a key.
  mutating func append(new key: String, _ value: JSONValue) {
    members.append(Member(key: key, value: value))
  }

  /// Indexes the keys after `append(new:)`. If `other` has the same number of members, copies the index of `other`,
  /// which must have the same keys in the same order.
  mutating func index(as other: JSONObject? = nil) {
    if let other, other.count == count {
      places = other.places
      return
    }
    places.removeAll()
    guard members.count > Self.scanned else { return }
    places.reserveCapacity(4 * Self.scanned)
    for (place, member) in members.enumerated() { places[JSONKey(member.key)] = place }
  }

  func place(of key: String) -> Int? {
    if members.count > Self.scanned { return places[JSONKey(key)] }
    return members.firstIndex { JSONKey($0.key) == JSONKey(key) }
  }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.count == right.count && left.members.allSatisfy { right[$0.key] == $0.value }
  }

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
