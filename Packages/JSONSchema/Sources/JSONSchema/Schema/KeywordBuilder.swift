// SPDX-License-Identifier: GPL-3.0-or-later

struct KeywordBuilder {
  let object: JSONObject
  let place: SchemaIndex.Place
  let location: String
  let dialect: Dialect
  let compiler: SchemaCompiler
  var keywords: [SchemaKeyword] = []

  init(
    _ object: JSONObject, at place: SchemaIndex.Place, _ location: String, _ dialect: Dialect,
    _ compiler: SchemaCompiler
  ) {
    self.object = object
    self.place = place
    self.location = location
    self.dialect = dialect
    self.compiler = compiler
  }

  /// Returns the keywords in evaluation order: cheap keywords first, keywords that depend on others last.
  mutating func build() throws(SchemaError) -> [SchemaKeyword] {
    if dialect.hasValidation { try addAssertions() }
    try addFormat()
    try addReferences()
    if dialect.hasApplicators { try addApplicators() }
    if dialect.hasUnevaluated { try addUnevaluated() }
    return keywords
  }

  func invalid(_ keyword: String) -> SchemaError {
    .invalidKeyword(at: JSONPointer.appending(keyword, to: location))
  }
}

extension KeywordBuilder {
  private mutating func addAssertions() throws(SchemaError) {
    if let type = object["type"] { keywords.append(.type(try types(type))) }
    if let value = object["const"] { keywords.append(.const(value)) }
    if let value = object["enum"] {
      guard let values = value.array else { throw invalid("enum") }
      keywords.append(.enumeration(Set(values)))
    }
    if let value = object["multipleOf"] {
      guard let number = value.number, number.signum > 0 else { throw invalid("multipleOf") }
      keywords.append(.multipleOf(number))
    }
    for bound in NumberBound.allCases {
      guard let value = object[bound.rawValue] else { continue }
      guard let number = value.number else { throw invalid(bound.rawValue) }
      keywords.append(.bound(bound, number))
    }
    for bound in SizeBound.allCases {
      if let size = try count(bound.rawValue) { keywords.append(.size(bound, size)) }
    }
    if let value = object["pattern"] {
      guard let source = value.string else { throw invalid("pattern") }
      keywords.append(.pattern(try pattern(source, in: "pattern")))
    }
    if let value = object["uniqueItems"] {
      guard let flag = value.bool else { throw invalid("uniqueItems") }
      if flag { keywords.append(.uniqueItems) }
    }
    if let value = object["required"] { keywords.append(.required(try names(value, in: "required"))) }
    if let value = object["dependentRequired"] {
      guard let map = value.object else { throw invalid("dependentRequired") }
      var dependencies: [(key: String, names: [String])] = []
      for member in map.members {
        dependencies.append((member.key, try names(member.value, in: "dependentRequired")))
      }
      keywords.append(.dependentRequired(dependencies))
    }
  }

  private func types(_ value: JSONValue) throws(SchemaError) -> Set<InstanceType> {
    let names = value.array ?? [value]
    let types = names.compactMap { $0.string.flatMap(InstanceType.init) }
    guard types.count == names.count, !types.isEmpty else { throw invalid("type") }
    return Set(types)
  }

  private func names(_ value: JSONValue, in keyword: String) throws(SchemaError) -> [String] {
    guard let list = value.array else { throw invalid(keyword) }
    let names = list.compactMap(\.string)
    guard names.count == list.count else { throw invalid(keyword) }
    return names
  }

  /// Returns the value of a keyword such as `maxItems`; nil if missing. Accepts `2.0`. Lowers huge values to `Int.max`.
  func count(_ keyword: String) throws(SchemaError) -> Int? {
    guard let value = object[keyword] else { return nil }
    guard let number = value.number, number.isInteger, number.signum >= 0 else { throw invalid(keyword) }
    return number.integer ?? Int.max
  }

  func pattern(_ source: String, in keyword: String) throws(SchemaError) -> Pattern {
    do throws(Pattern.Fault) {
      return try Pattern(source)
    } catch {
      throw .unusablePattern(error, at: JSONPointer.appending(keyword, to: location))
    }
  }

  private mutating func addFormat() throws(SchemaError) {
    guard let value = object["format"] else { return }
    guard let name = value.string else { throw invalid("format") }
    guard compiler.options.assertsFormat || dialect.assertsFormat else { return }
    if let format = Format(rawValue: name) { keywords.append(.format(format)) }
  }

  mutating func addReferences() throws(SchemaError) {
    if let (node, _) = try reference("$ref") { keywords.append(.reference(node)) }
    if let (node, anchor) = try reference("$dynamicRef") {
      // A reference is dynamic only if its static target is a dynamic anchor.
      keywords.append(anchor.map { .dynamicReference(node, name: $0) } ?? .reference(node))
    }
  }

  private mutating func reference(_ keyword: String) throws(SchemaError) -> (node: Int, dynamic: String?)? {
    guard let value = object[keyword] else { return nil }
    guard let text = value.string, let entry = compiler.index.entries[place] else { throw invalid(keyword) }
    guard let target = try compiler.index.place(of: URIReference(text), from: entry.resource),  // guards J16: URIReference(text) => URIReference("#")
      let found = compiler.index.entries[target.place]
    else { throw .unresolvedReference(text, at: JSONPointer.appending(keyword, to: location)) }
    let anchors = compiler.index.resources[found.resource].dynamicAnchors
    let isDynamic = target.anchor.map { anchors[$0] == target.place } ?? false
    return (compiler.node(at: target.place), isDynamic ? target.anchor : nil)
  }

  mutating func addApplicators() throws(SchemaError) {
    if let nodes = try list("allOf") { keywords.append(.allOf(nodes)) }
    if let nodes = try list("anyOf") { keywords.append(.anyOf(nodes)) }
    if let nodes = try list("oneOf") { keywords.append(.oneOf(nodes)) }
    if let node = single("not") { keywords.append(.not(node)) }
    if let test = single("if") {
      keywords.append(.conditional(test, then: single("then"), otherwise: single("else")))
    }
    if let schemas = try map("dependentSchemas") {
      keywords.append(.dependentSchemas(schemas.map { (key: $0.key, schema: $0.node) }))
    }
    try addMembers()
    if let node = single("propertyNames") { keywords.append(.propertyNames(node)) }
    let (prefix, items) = (try list("prefixItems"), single("items"))
    if prefix != nil || items != nil { keywords.append(.elements(prefix: prefix ?? [], items: items)) }
    if let node = single("contains") {
      let minimum = dialect.hasValidation ? try count("minContains") : nil
      let maximum = dialect.hasValidation ? try count("maxContains") : nil
      keywords.append(.contains(node, minimum: minimum ?? 1, maximum: maximum))
    }
  }

  mutating func addUnevaluated() throws(SchemaError) {
    if let node = single("unevaluatedItems") { keywords.append(.unevaluatedItems(node)) }
    if let node = single("unevaluatedProperties") { keywords.append(.unevaluatedProperties(node)) }
  }

  private mutating func addMembers() throws(SchemaError) {
    let (named, matched) = (try map("properties"), try map("patternProperties"))
    let additional = single("additionalProperties")
    guard named != nil || matched != nil || additional != nil else { return }
    var patterns: [(Pattern, Int)] = []
    for (source, node) in matched ?? [] {
      patterns.append((try pattern(source, in: "patternProperties"), node))
    }
    let nodes = Dictionary(uniqueKeysWithValues: (named ?? []).map { (JSONKey($0.key), $0.node) })
    keywords.append(.members(named: nodes, patterns: patterns, additional: additional))
  }

  private mutating func single(_ keyword: String) -> Int? {
    object[keyword].map { _ in compiler.node(at: place.appending(keyword)) }
  }

  private mutating func list(_ keyword: String) throws(SchemaError) -> [Int]? {
    guard let value = object[keyword] else { return nil }
    guard let list = value.array, !list.isEmpty else { throw invalid(keyword) }
    return list.indices.map { compiler.node(at: place.appending(keyword).appending(String($0))) }
  }

  private mutating func map(_ keyword: String) throws(SchemaError) -> [(key: String, node: Int)]? {
    guard let value = object[keyword] else { return nil }
    guard let map = value.object else { throw invalid(keyword) }
    return map.members.map { ($0.key, compiler.node(at: place.appending(keyword).appending($0.key))) }
  }
}
