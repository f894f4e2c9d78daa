// SPDX-License-Identifier: GPL-3.0-or-later

extension KeywordBuilder {
  mutating func addReferences() throws(SchemaError) {
    if let (node, _) = try reference("$ref") { keywords.append(.reference(node)) }
    if let (node, anchor) = try reference("$dynamicRef") {
      // A reference is dynamic only if it first leads to a dynamic anchor.
      keywords.append(anchor.map { .dynamicReference(node, name: $0) } ?? .reference(node))
    }
  }

  private mutating func reference(_ keyword: String) throws(SchemaError) -> (node: Int, dynamic: String?)? {
    guard let value = object[keyword] else { return nil }
    guard let text = value.string, let entry = compiler.index.entries[place] else { throw invalid(keyword) }
    guard let target = try compiler.index.place(of: URIReference(text), from: entry.resource),
      let found = compiler.index.entries[target.place]
    else { throw .unresolvedReference(text, at: JSONPointer.appending(keyword, to: location)) }
    let anchors = compiler.index.resources[found.resource].dynamicAnchors
    let isDynamic = target.anchor.map { anchors[$0] == target.place } ?? false
    return (compiler.node(at: target.place), isDynamic ? target.anchor : nil)
  }

  /// Adds keywords with subschemas: those for the same value first, then those for its parts.
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
