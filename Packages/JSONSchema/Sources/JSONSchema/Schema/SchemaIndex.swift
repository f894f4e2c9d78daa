// SPDX-License-Identifier: GPL-3.0-or-later

struct SchemaIndex {
  struct Place: Hashable {
    let document: Int
    let pointer: String

    func appending(_ token: String) -> Place {
      Place(document: document, pointer: JSONPointer.appending(token, to: pointer))
    }
  }

  /// A schema with its own identifier, and therefore with its own anchors.
  struct Resource {
    let uri: String
    let root: Place
    let dialect: Dialect
    var anchors: [String: Place] = [:]
    var dynamicAnchors: [String: Place] = [:]
  }

  struct Entry {
    let value: JSONValue
    let resource: Int
  }

  private(set) var resources: [Resource] = []
  private(set) var entries: [Place: Entry] = [:]
  private var documents = 0
  private var identifiers: [String: Int] = [:]
  private let given: (String) -> JSONValue?

  private static let deepest = 500

  init(given: @escaping (String) -> JSONValue?) {
    self.given = given
  }

  mutating func add(_ document: JSONValue, at uri: String) throws(SchemaError) -> Place {
    let place = Place(document: documents, pointer: "")
    documents += 1
    let dialect = try dialect(of: document) ?? Dialect()
    let first = resources.count
    let hasIdentifier = document["$id"]?.string != nil
    if !hasIdentifier { try open(uri, at: place, dialect) }
    try take(document, at: place, in: hasIdentifier ? nil : first, base: uri, depth: 0)
    // References may name a document by its `$id` or by the URI from which it was loaded, so the URI is added too.
    identifiers[uri] = identifiers[uri] ?? first
    return place
  }

  mutating func place(
    of reference: URIReference, from resource: Int
  ) throws(SchemaError) -> (place: Place, anchor: String?)? {
    let target = reference.resolved(against: URIReference(resources[resource].uri))
    guard let found = try self.resource(target.identifier), let fragment = target.plainFragment else {
      return nil
    }
    if fragment.isEmpty { return (resources[found].root, nil) }
    if fragment.hasPrefix("/") { return try place(fragment, in: found).map { ($0, nil) } }
    return resources[found].anchors[fragment].map { ($0, fragment) }
  }
}

extension SchemaIndex {
  private mutating func resource(_ uri: String) throws(SchemaError) -> Int? {
    if let known = identifiers[uri] { return known }
    guard let document = given(uri) ?? MetaSchemas.value(uri) else { return nil }
    _ = try add(document, at: uri)
    return identifiers[uri]
  }

  private mutating func open(_ uri: String, at place: Place, _ dialect: Dialect) throws(SchemaError) {
    if identifiers.updateValue(resources.count, forKey: uri) != nil { throw .duplicateIdentifier(uri) }
    resources.append(Resource(uri: uri, root: place, dialect: dialect))
  }

  private func dialect(of value: JSONValue) throws(SchemaError) -> Dialect? {
    guard let uri = value["$schema"]?.string else { return nil }
    let identifier = URIReference(uri).identifier
    if identifier == Dialect.draft + "schema" { return Dialect() }
    guard let metaSchema = given(identifier) else { throw .unknownDialect(uri) }
    return try Dialect(metaSchema: metaSchema)
  }

  private mutating func take(
    _ value: JSONValue, at place: Place, in resource: Int?, base: String, depth: Int
  ) throws(SchemaError) {
    if depth > Self.deepest { throw .tooDeep }
    var (resource, base) = (resource ?? resources.count, base)
    if let id = value["$id"]?.string {
      let uri = URIReference(id).resolved(against: URIReference(base))
      if uri.fragment?.isEmpty == false { throw .invalidIdentifier(at: place.pointer) }
      let inherited = resource < resources.count ? resources[resource].dialect : Dialect()
      resource = resources.count
      base = uri.identifier
      try open(base, at: place, dialect(of: value) ?? inherited)
    }
    entries[place] = Entry(value: value, resource: resource)
    guard let object = value.object else { return }
    try takeAnchors(object, at: place, resource)
    for member in object.members {
      for (step, subschema) in Self.subschemas(of: member) {
        let inner = step.reduce(place) { $0.appending($1) }
        try take(subschema, at: inner, in: resource, base: base, depth: depth + 1)
      }
    }
  }

  private mutating func takeAnchors(
    _ object: JSONObject, at place: Place, _ resource: Int
  ) throws(SchemaError) {
    if let name = object["$dynamicAnchor"]?.string {
      resources[resource].dynamicAnchors[name] = place
      try takeAnchor(name, at: place, resource)
    }
    if let name = object["$anchor"]?.string { try takeAnchor(name, at: place, resource) }
  }

  private mutating func takeAnchor(_ name: String, at place: Place, _ resource: Int) throws(SchemaError) {
    let known = resources[resource].anchors.updateValue(place, forKey: name)
    if let known, known != place { throw .duplicateIdentifier(resources[resource].uri + "#" + name) }
  }

  /// Returns the location of the value at a JSON pointer from a resource's root, even inside an unknown keyword.
  private mutating func place(_ pointer: String, in resource: Int) throws(SchemaError) -> Place? {
    var place = resources[resource].root
    guard let tokens = JSONPointer.tokens(of: pointer), let root = entries[place] else { return nil }
    var (value, owner) = (root.value, resource)
    for token in tokens {
      guard let inner = JSONPointer.step(token, in: value) else { return nil }
      (value, place) = (inner, place.appending(token))
      owner = entries[place]?.resource ?? owner
    }
    if entries[place] == nil {
      try take(value, at: place, in: owner, base: resources[owner].uri, depth: tokens.count)
    }
    return place
  }

  private static func subschemas(of member: JSONObject.Member) -> [([String], JSONValue)] {
    switch (member.key, member.value) {
    case (let key, let value) where SchemaShape.single.contains(key): [([key], value)]
    case (let key, .array(let list)) where SchemaShape.lists.contains(key):
      list.enumerated().map { ([key, String($0.offset)], $0.element) }
    case (let key, .object(let map)) where SchemaShape.maps.contains(key):
      map.members.map { ([key, $0.key], $0.value) }
    default: []
    }
  }
}

enum SchemaShape {
  static let single: Set<String> = [
    "additionalProperties", "propertyNames", "items", "contains", "not", "if", "then", "else",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
  ]
  static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems"]
  static let maps: Set<String> = [
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas",
  ]
}
