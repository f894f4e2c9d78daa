// SPDX-License-Identifier: GPL-3.0-or-later

extension SchemaEvaluation {
  mutating func checkInPlace(
    _ keyword: SchemaKeyword, of node: SchemaNode, _ instance: JSONValue, _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    switch keyword {
    case .reference(let target): return try apply(target, to: instance, &own)
    case .dynamicReference(let initial, let name):
      return try apply(target(of: name, initial), to: instance, &own)
    case .allOf(let branches): return try applyAll(branches, instance, &own)
    case .anyOf(let branches): return try anyPasses(branches, instance, &own) || fail("anyOf", node)
    case .oneOf(let branches): return try onePasses(branches, instance, &own) || fail("oneOf", node)
    case .not(let branch):
      var unused = EvaluatedParts()
      return try !matches(branch, instance, &unused) || fail("not", node)
    case .conditional(let test, let then, let otherwise):
      let branch = try matches(test, instance, &own) ? then : otherwise
      guard let branch else { return true }
      return try apply(branch, to: instance, &own)
    case .dependentSchemas(let schemas):
      guard let object = instance.object else { return true }
      return try applyAll(schemas.filter { object[$0.key] != nil }.map(\.schema), instance, &own)
    default: return true
    }
  }

  private mutating func applyAll(
    _ branches: [Int], _ instance: JSONValue, _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    var passes = true
    for branch in branches {
      if try !apply(branch, to: instance, &own) { passes = false }
      if !passes, isSilent { break }
    }
    return passes
  }

  private mutating func anyPasses(
    _ branches: [Int], _ instance: JSONValue, _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    var passes = false
    for branch in branches {
      if try matches(branch, instance, &own) { passes = true }
      // The other branches matter only to the evaluated parts.
      if passes, !schema.tracksEvaluation { break }
    }
    return passes
  }

  private mutating func onePasses(
    _ branches: [Int], _ instance: JSONValue, _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    var passed = 0
    for branch in branches {
      if try matches(branch, instance, &own) { passed += 1 }
      if passed > 1 { break }
    }
    return passed == 1
  }
}
