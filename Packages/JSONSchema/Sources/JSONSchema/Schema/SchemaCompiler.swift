// SPDX-License-Identifier: GPL-3.0-or-later

/// Compiles schemas and their references into numbered nodes. It is a class, because the keyword builders share it.
final class SchemaCompiler {
  var index: SchemaIndex
  let options: Schema.Options
  private var nodes: [SchemaNode?] = []
  private var numbers: [SchemaIndex.Place: Int] = [:]
  private var waiting: [SchemaIndex.Place] = []

  init(resolver: @escaping (String) -> JSONValue?, options: Schema.Options) {
    index = SchemaIndex(given: resolver)
    self.options = options
  }

  func compile(_ value: JSONValue, at uri: String) throws(SchemaError) -> Schema {
    let root = node(at: try index.add(value, at: URIReference(uri).identifier))
    var anchored = 0
    while true {
      while let place = waiting.popLast() { try build(place) }
      // Building nodes may load documents with more dynamic anchors, so the loop runs until no new document is loaded.
      guard anchored < index.resources.count else { break }
      for resource in index.resources[anchored...] {
        for place in resource.dynamicAnchors.values { _ = node(at: place) }
      }
      anchored = index.resources.count
    }
    let complete = nodes.compactMap { $0 }
    if let loop = Self.loop(in: complete) { throw .referenceLoop(at: complete[loop].location) }
    let anchors = index.resources.map { $0.dynamicAnchors.compactMapValues { numbers[$0] } }
    return Schema(nodes: complete, dynamicAnchors: anchors, root: root)
  }

  func node(at place: SchemaIndex.Place) -> Int {
    if let known = numbers[place] { return known }
    numbers[place] = nodes.count
    nodes.append(nil)
    waiting.append(place)
    return nodes.count - 1
  }

  private func build(_ place: SchemaIndex.Place) throws(SchemaError) {
    let location = self.location(of: place)
    guard let entry = index.entries[place], let number = numbers[place] else {
      throw .notASchema(at: location)
    }
    var keywords: [SchemaKeyword] = []
    switch entry.value {
    case .bool(true): break
    case .bool(false): keywords = [.never(SchemaShape.keyword(of: place.pointer))]
    case .object(let object):
      var builder = KeywordBuilder(object, at: place, location, index.resources[entry.resource].dialect, self)
      keywords = try builder.build()
    default: throw .notASchema(at: location)
    }
    nodes[number] = SchemaNode(location: location, resource: entry.resource, keywords: keywords)
  }

  private func location(of place: SchemaIndex.Place) -> String {
    guard let entry = index.entries[place] else { return "#" + place.pointer }
    let resource = index.resources[entry.resource]
    return resource.uri + "#" + place.pointer.dropFirst(resource.root.pointer.count)
  }

  private static func loop(in nodes: [SchemaNode]) -> Int? {
    enum Mark { case new, open, done }
    var marks = [Mark](repeating: .new, count: nodes.count)
    for start in nodes.indices where marks[start] == .new {
      var walk: [(node: Int, left: [Int])] = [(start, nodes[start].keywords.flatMap(\.inPlace))]
      marks[start] = .open
      while let last = walk.indices.last {
        guard let next = walk[last].left.popLast() else {
          marks[walk[last].node] = .done
          walk.removeLast()
          continue
        }
        if marks[next] == .open { return next }
        if marks[next] == .new {
          marks[next] = .open
          walk.append((next, nodes[next].keywords.flatMap(\.inPlace)))
        }
      }
    }
    return nil
  }
}

extension SchemaShape {
  static func keyword(of pointer: String) -> String {
    let tokens = JSONPointer.tokens(of: pointer) ?? []
    guard let last = tokens.last else { return "" }
    if tokens.count > 1, lists.contains(tokens[tokens.count - 2]) || maps.contains(tokens[tokens.count - 2]) {
      return tokens[tokens.count - 2]
    }
    return last
  }
}
