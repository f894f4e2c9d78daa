// SPDX-License-Identifier: GPL-3.0-or-later

extension SchemaEvaluation {
  mutating func check(
    _ keyword: SchemaKeyword, of node: SchemaNode, _ instance: JSONValue, _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    switch keyword {
    case .members, .propertyNames, .elements, .contains, .unevaluatedItems, .unevaluatedProperties:
      try checkParts(keyword, of: node, instance, &own)
    case .reference, .dynamicReference, .allOf, .anyOf, .oneOf, .not, .conditional, .dependentSchemas:
      try checkInPlace(keyword, of: node, instance, &own)
    default: checkAssertion(keyword, of: node, instance)
    }
  }

  private mutating func checkAssertion(
    _ keyword: SchemaKeyword, of node: SchemaNode, _ instance: JSONValue
  ) -> Bool {
    switch (keyword, instance) {
    case (.never(let keyword), _): refuse(keyword, node)
    case (.type(let types), _): types.contains { $0.includes(instance) } || fail("type", node)  // guards J22, J23: types.contains { $0.includes(instance) } => true
    case (.const(let value), _): value == instance || fail("const", node)  // guards J18: value == instance => true
    case (.enumeration(let values), _): values.contains(instance) || fail("enum", node)  // guards J18: values.contains(instance) => true
    case (.multipleOf(let divisor), .number(let number)):
      number.isMultiple(of: divisor) || fail("multipleOf", node)
    case (.bound(let bound, let limit), .number(let number)):
      bound.allows(number, limit) || fail(bound.rawValue, node)
    case (.size(let bound, let limit), _): bound.allows(instance, limit) || fail(bound.rawValue, node)
    case (.pattern(let pattern), .string(let text)): pattern.matches(text) || fail("pattern", node)
    case (.format(let format), .string(let text)): format.accepts(text) || fail("format", node)
    case (.uniqueItems, .array(let elements)):
      Set(elements).count == elements.count || fail("uniqueItems", node)
    case (.required(let names), .object(let object)): checkRequired(names, object, node)
    case (.dependentRequired(let dependencies), .object(let object)):
      checkDependencies(dependencies, object, node)
    default: true
    }
  }

  private mutating func checkRequired(_ names: [String], _ object: JSONObject, _ node: SchemaNode) -> Bool {
    var passes = true
    for (place, name) in names.enumerated() where object[name] == nil {
      passes = fail("required", node, [String(place)])
    }
    return passes
  }

  private mutating func checkDependencies(
    _ dependencies: [(key: String, names: [String])], _ object: JSONObject, _ node: SchemaNode
  ) -> Bool {
    var passes = true
    for (key, names) in dependencies where object[key] != nil {
      for (place, name) in names.enumerated() where object[name] == nil {
        passes = fail("dependentRequired", node, [key, String(place)])
      }
    }
    return passes
  }
}
