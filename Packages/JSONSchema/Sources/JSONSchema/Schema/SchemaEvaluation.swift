// SPDX-License-Identifier: GPL-3.0-or-later

struct SchemaEvaluation {
  let schema: Schema
  let limits: Schema.Limits
  private(set) var failures: [SchemaFailure] = []
  var path: [PathStep] = []
  /// The entered resources, outermost first: the dynamic scope.
  private var scope: [Int] = []
  private var depth = 0
  private var steps = 0
  /// The depth of branches. Above zero, failures decide a branch and aren't listed.
  private var silence = 0
  /// The names that a schema for names accepted last, by place and schema number.
  /// A bank's response repeats the same names for each day.
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

  /// Applies the schema of this number to a value. Records evaluated parts if the instance passes.
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
      if !passes, isSilent || keyword.asksForUnevaluated { break }
      if try !check(keyword, of: node, instance, &own) { passes = false }
    }
    if passes { marks.formUnion(own) }
    return passes
  }

  mutating func apply(_ number: Int, to part: JSONValue, at step: PathStep) throws(SchemaLimit) -> Bool {
    if schema.nodes[number].keywords.isEmpty { return true }
    // Only a listed failure has a place.
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
    // With dynamic references, the path to a schema matters too.
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

  /// The target of a dynamic reference: the outermost entered resource that has the anchor.
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

  /// Records a failure of the schema `false`, at the place of that schema. Always returns false.
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
