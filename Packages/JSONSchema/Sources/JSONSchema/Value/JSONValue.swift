// SPDX-License-Identifier: GPL-3.0-or-later

/// A JSON value as the sender wrote it. Numbers are exact, members keep their order, and texts compare by bytes.
public enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

// Foundation's reader isn't used. On Linux it accepts trailing commas, merges equal keys, and rounds long integers.

extension JSONValue {
  public subscript(key: String) -> JSONValue? {
    object?[key]
  }

  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }

  public var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  public var number: JSONNumber? {
    if case .number(let number) = self { number } else { nil }
  }

  public var bool: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  public var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  public var isNull: Bool {
    if case .null = self { true } else { false }
  }
}

extension JSONValue: Hashable {
  /// Compares as JSON Schema does: numbers by value, strings by bytes, objects in any order.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let one), .bool(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.string(let one), .string(let other)): JSONKey(one) == JSONKey(other)
    case (.array(let one), .array(let other)): one == other
    case (.object(let one), .object(let other)): one == other
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let flag): hasher.combine(flag)
    case .number(let number): hasher.combine(number)
    case .string(let text): hasher.combine(JSONKey(text))
    case .array(let elements): hasher.combine(elements)
    case .object(let object): hasher.combine(object)
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }

  public init(booleanLiteral value: Bool) { self = .bool(value) }

  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }

  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }

  public init(nilLiteral: ()) { self = .null }
}
