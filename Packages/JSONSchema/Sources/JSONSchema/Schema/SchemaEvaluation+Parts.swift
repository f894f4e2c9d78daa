// SPDX-License-Identifier: GPL-3.0-or-later

extension SchemaEvaluation {
  mutating func checkParts(
    _ keyword: SchemaKeyword, of node: SchemaNode, _ instance: JSONValue, _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    switch (keyword, instance) {
    case (.members(let named, let patterns, let additional), .object(let object)):
      return try checkMembers(object, named, patterns, additional, &own)
    case (.propertyNames(let schema), .object(let object)):
      return try checkNames(object, schema)
    case (.elements(let prefix, let items), .array(let elements)):
      return try checkElements(elements, prefix, items, &own)
    case (.contains(let schema, let minimum, let maximum), .array(let elements)):
      return try checkContains(elements, schema, minimum, maximum, node, &own)
    case (.unevaluatedItems(let schema), .array(let elements)):
      let left = elements.indices.filter { !own.contains($0) }
      for place in left { own.insert(place) }
      return try checkEach(left.map { (elements[$0], .index($0)) }, schema)
    case (.unevaluatedProperties(let schema), .object(let object)):
      let left = object.members.indices.filter { !own.contains($0) }
      for place in left { own.insert(place) }
      return try checkEach(left.map { (object.members[$0].value, .key(object.members[$0].key)) }, schema)
    default: return true
    }
  }

  private mutating func checkEach(
    _ parts: some Sequence<(JSONValue, PathStep)>, _ schema: Int
  ) throws(SchemaLimit) -> Bool {
    var passes = true
    for (part, step) in parts {
      if try !apply(schema, to: part, at: step) { passes = false }
      if !passes, isSilent { break }
    }
    return passes
  }

  private mutating func checkNames(_ object: JSONObject, _ schema: Int) throws(SchemaLimit) -> Bool {
    var passes = true
    for (place, member) in object.members.enumerated() {
      if try !accepts(member.key, at: place, schema) { passes = false }
      if !passes, isSilent { break }
    }
    return passes
  }

  private mutating func checkMembers(
    _ object: JSONObject, _ named: [JSONKey: Int], _ patterns: [(Pattern, Int)], _ additional: Int?,
    _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    var passes = true
    for (place, member) in object.members.enumerated() {
      var isKnown = false
      if !named.isEmpty, let node = named[JSONKey(member.key)] {
        isKnown = true
        if try !apply(node, to: member.value, at: .key(member.key)) { passes = false }
      }
      for (pattern, node) in patterns where pattern.matches(member.key) {
        isKnown = true
        if try !apply(node, to: member.value, at: .key(member.key)) { passes = false }
      }
      if !isKnown, let additional {
        isKnown = true
        if try !apply(additional, to: member.value, at: .key(member.key)) { passes = false }
      }
      if isKnown, schema.tracksEvaluation { own.insert(place) }
      if !passes, isSilent { break }
    }
    return passes
  }

  private mutating func checkElements(
    _ elements: [JSONValue], _ prefix: [Int], _ items: Int?, _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    var passes = true
    for (place, element) in elements.enumerated() {
      guard let node = place < prefix.count ? prefix[place] : items else { break }
      if try !apply(node, to: element, at: .index(place)) { passes = false }
      if schema.tracksEvaluation { own.insert(place) }
      if !passes, isSilent { break }
    }
    return passes
  }

  private mutating func checkContains(
    _ elements: [JSONValue], _ schema: Int, _ minimum: Int, _ maximum: Int?, _ node: SchemaNode,
    _ own: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    var found = 0
    for (place, element) in elements.enumerated() {
      var unused = EvaluatedParts()
      guard try matches(schema, element, &unused) else { continue }
      found += 1
      if self.schema.tracksEvaluation { own.insert(place) }
    }
    if found < minimum { return fail(minimum == 1 ? "contains" : "minContains", node) }
    if let maximum, found > maximum { return fail("maxContains", node) }
    return true
  }
}
