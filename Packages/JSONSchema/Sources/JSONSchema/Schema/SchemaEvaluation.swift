// SPDX-License-Identifier: GPL-3.0-or-later

struct SchemaEvaluation {
  let schema: Schema
  let limits: Schema.Limits
  private(set) var failures: [SchemaFailure] = []
  var path: [PathStep] = []
  /// The resources that the evaluation entered, outermost first. JSON Schema calls this the dynamic scope.
  private var scope: [Int] = []
  private var depth = 0
  private var steps = 0
  /// The number of branches, such as those of `anyOf`, around the current schema. Failures in branches aren't recorded.
  private var silence = 0
  /// The name that `propertyNames` last accepted, by schema number and member index. The same name isn't checked again.
  private var accepted: [[JSONKey]] = []

  enum PathStep {
    case key(String)
    case index(Int)
  }

  init(_ schema: Schema, limits: Schema.Limits) {
    self.schema = schema
    self.limits = limits
  }

  mutating func isValid(_ instance: JSONValue) throws(SchemaLimit) -> Bool {
    var marks = EvaluatedParts()
    return try apply(schema.root, to: instance, &marks)
  }

  /// Applies the schema with this number to a value. If the value passes, adds its evaluated parts to `marks`.
  mutating func apply(
    _ number: Int, to instance: JSONValue, _ marks: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    let node = schema.nodes[number]
    if node.keywords.isEmpty { return true }
    depth += 1
    steps += 1
    if depth > limits.depth { throw .tooDeep }
    if steps > limits.steps { throw .tooManySteps }
    let entered = scope.last != node.resource
    if entered { scope.append(node.resource) }
    defer {
      depth -= 1
      if entered { scope.removeLast() }
    }
    var own = EvaluatedParts()
    var passes = true
    for keyword in node.keywords {
      if !passes, isSilent || keyword.dependsOnEvaluatedParts { break }
      if try !check(keyword, of: node, instance, &own) { passes = false }
    }
    if passes { marks.formUnion(own) }
    return passes
  }

  mutating func apply(_ number: Int, to part: JSONValue, at step: PathStep) throws(SchemaLimit) -> Bool {
    if schema.nodes[number].keywords.isEmpty { return true }
    let isReported = !isSilent
    if isReported { path.append(step) }
    defer { if isReported { path.removeLast() } }
    var marks = EvaluatedParts()
    return try apply(number, to: part, &marks)
  }

  mutating func accepts(_ name: String, at place: Int, _ number: Int) throws(SchemaLimit) -> Bool {
    let key = JSONKey(name)
    if !accepted.isEmpty, place < accepted[number].count, accepted[number][place] == key { return true }
    guard try apply(number, to: .string(name), at: .key(name)) else { return false }
    guard !schema.hasDynamicReferences else { return true }
    if accepted.isEmpty { accepted = Array(repeating: [], count: schema.nodes.count) }
    if place < accepted[number].count {
      accepted[number][place] = key
    } else if place == accepted[number].count {
      accepted[number].append(key)
    }
    return true
  }

  mutating func matches(
    _ number: Int, _ instance: JSONValue, _ marks: inout EvaluatedParts
  ) throws(SchemaLimit) -> Bool {
    silence += 1
    defer { silence -= 1 }
    return try apply(number, to: instance, &marks)
  }

  var isSilent: Bool { silence > 0 || failures.count >= limits.failures }

  /// Returns the target of a dynamic reference: the node in the outermost entered resource that has the anchor.
  func target(of name: String, _ initial: Int) -> Int {
    for resource in scope {
      if let node = schema.dynamicAnchors[resource][name] { return node }
    }
    return initial
  }

  mutating func fail(_ keyword: String, _ node: SchemaNode, _ further: [String] = []) -> Bool {
    if isSilent { return false }
    let place = ([keyword] + further).reduce(node.location) { JSONPointer.appending($1, to: $0) }
    failures.append(SchemaFailure(instance: pointer, keyword: keyword, schema: place))
    return false
  }

  /// Records that the schema `false` refused a value, with that schema's location in the failure. Always returns false.
  mutating func refuse(_ keyword: String, _ node: SchemaNode) -> Bool {
    if isSilent { return false }
    failures.append(SchemaFailure(instance: pointer, keyword: keyword, schema: node.location))
    return false
  }

  private var pointer: String {
    path.reduce("") { pointer, step in
      switch step {
      case .key(let key): JSONPointer.appending(key, to: pointer)
      case .index(let index): pointer + "/" + String(index)
      }
    }
  }
}

struct EvaluatedParts {
  private var marks: [Bool] = []

  mutating func insert(_ place: Int) {
    while marks.count <= place { marks.append(false) }
    marks[place] = true
  }

  func contains(_ place: Int) -> Bool {
    place < marks.count && marks[place]
  }

  mutating func formUnion(_ other: EvaluatedParts) {
    if other.marks.isEmpty { return }
    if marks.isEmpty {
      marks = other.marks
      return
    }
    for (place, mark) in other.marks.enumerated() where mark { insert(place) }
  }
}

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
      // Skips the remaining branches, because they can't change the result and their evaluated parts aren't recorded.
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
