// SPDX-License-Identifier: GPL-3.0-or-later

/// A compiled schema with its keywords in evaluation order. It is a class, so that an evaluation doesn't copy it.
final class SchemaNode: Sendable {
  let location: String
  let resource: Int
  let keywords: [SchemaKeyword]

  init(location: String, resource: Int, keywords: [SchemaKeyword]) {
    self.location = location
    self.resource = resource
    self.keywords = keywords
  }
}

/// A keyword with its prepared value. The node numbers refer to subschemas.
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

  var dependsOnEvaluatedParts: Bool {
    switch self {
    case .unevaluatedItems, .unevaluatedProperties: true
    default: false
    }
  }

  var isDynamic: Bool {
    if case .dynamicReference = self { return true }
    return false
  }

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

enum InstanceType: String, Sendable {
  case null
  case boolean
  case object
  case array
  case number
  case string
  case integer

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

enum NumberBound: String, Sendable, CaseIterable {
  case minimum
  case maximum
  case exclusiveMinimum
  case exclusiveMaximum

  func allows(_ number: JSONNumber, _ bound: JSONNumber) -> Bool {
    switch self {
    case .minimum: number >= bound
    case .maximum: number <= bound
    case .exclusiveMinimum: number > bound
    case .exclusiveMaximum: number < bound
    }
  }
}

enum SizeBound: String, Sendable, CaseIterable {
  case minLength
  case maxLength
  case minItems
  case maxItems
  case minProperties
  case maxProperties

  /// Whether a value satisfies the bound. Values of another type always do: `minLength` applies only to strings.
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
