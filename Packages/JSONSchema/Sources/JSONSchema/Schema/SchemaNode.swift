// SPDX-License-Identifier: GPL-3.0-or-later

/// One compiled schema: its keywords in the order they are evaluated. An evaluation holds it, and copies none of it.
final class SchemaNode: Sendable {
  /// Absolute place of the schema, for failures.
  let location: String
  /// The resource it is part of, by number.
  let resource: Int
  /// The assertions that an instance must satisfy.
  let keywords: [SchemaKeyword]

  /// A schema of these keywords.
  init(location: String, resource: Int, keywords: [SchemaKeyword]) {
    self.location = location
    self.resource = resource
    self.keywords = keywords
  }
}

/// A keyword with its value made ready; numbers of nodes stand for subschemas.
indirect enum SchemaKeyword: Sendable {
  case never(String)
  case type(Set<InstanceType>)
  case const(JSONValue)
  case enumeration(Set<JSONValue>)
  case multipleOf(JSONNumber)
  case bound(NumberBound, JSONNumber)
  case size(SizeBound, Int)
  case pattern(Pattern)
  case format(Format)
  case uniqueItems
  case required([String])
  case dependentRequired([(key: String, names: [String])])
  case reference(Int)
  case dynamicReference(Int, name: String)
  case allOf([Int])
  case anyOf([Int])
  case oneOf([Int])
  case not(Int)
  case conditional(Int, then: Int?, otherwise: Int?)
  case dependentSchemas([(key: String, schema: Int)])
  case members(named: [JSONKey: Int], patterns: [(Pattern, Int)], additional: Int?)
  case propertyNames(Int)
  case elements(prefix: [Int], items: Int?)
  case contains(Int, minimum: Int, maximum: Int?)
  case unevaluatedItems(Int)
  case unevaluatedProperties(Int)

  /// Whether the keyword needs to know what others have evaluated.
  var asksForUnevaluated: Bool {
    switch self {
    case .unevaluatedItems, .unevaluatedProperties: true
    default: false
    }
  }

  /// Whether what the keyword leads to depends on the way to it.
  var isDynamic: Bool {
    if case .dynamicReference = self { return true }
    return false
  }

  /// The nodes that judge the same value as this keyword.
  var inPlace: [Int] {
    switch self {
    case .reference(let node), .not(let node): [node]
    case .allOf(let nodes), .anyOf(let nodes), .oneOf(let nodes): nodes
    case .conditional(let test, let then, let otherwise): [test] + [then, otherwise].compactMap { $0 }
    case .dependentSchemas(let schemas): schemas.map(\.schema)
    default: []
    }
  }
}

/// The names that `type` knows.
enum InstanceType: String, Sendable {
  case null
  case boolean
  case object
  case array
  case number
  case string
  case integer

  /// Whether a value is of this type.
  func includes(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.null, .null), (.boolean, .bool), (.object, .object), (.array, .array), (.number, .number),
      (.string, .string):
      true
    case (.integer, .number(let number)): number.isInteger
    default: false
    }
  }
}

/// The keywords that compare a number.
enum NumberBound: String, Sendable, CaseIterable {
  case minimum
  case maximum
  case exclusiveMinimum
  case exclusiveMaximum

  /// Whether a number keeps to a bound.
  func allows(_ number: JSONNumber, _ bound: JSONNumber) -> Bool {
    switch self {
    case .minimum: number >= bound
    case .maximum: number <= bound
    case .exclusiveMinimum: number > bound
    case .exclusiveMaximum: number < bound
    }
  }
}

/// The keywords that compare a count.
enum SizeBound: String, Sendable, CaseIterable {
  case minLength
  case maxLength
  case minItems
  case maxItems
  case minProperties
  case maxProperties

  /// Whether a value of the keyword's type keeps to a bound; others always do.
  func allows(_ value: JSONValue, _ bound: Int) -> Bool {
    switch (self, value) {
    case (.minLength, .string(let text)): text.unicodeScalars.count >= bound
    case (.maxLength, .string(let text)): text.unicodeScalars.count <= bound
    case (.minItems, .array(let elements)): elements.count >= bound
    case (.maxItems, .array(let elements)): elements.count <= bound
    case (.minProperties, .object(let object)): object.count >= bound
    case (.maxProperties, .object(let object)): object.count <= bound
    default: true
    }
  }
}
