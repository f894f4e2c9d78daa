// SPDX-License-Identifier: GPL-3.0-or-later

/// A compiled JSON Schema of draft 2020-12. Safe to use from several threads.
public struct Schema: Sendable {
  /// Options that the standard leaves to the program.
  public struct Options: Sendable {
    /// Whether a known `format` can fail an instance. By default it is only an annotation.
    public var assertsFormat = false

    public init() {}
  }

  /// The limits of an evaluation.
  public struct Limits: Sendable {
    /// Nested schemas, including references.
    public var depth = 400
    /// Applications of a schema to a value.
    public var steps = 5_000_000
    /// The most failures listed.
    public var failures = 64

    public init() {}
  }

  // Our own, because the available Swift validators fail 10 to 220 of the standard's 1,299 required tests, and the C++
  // ones read numbers as floating point or crash on some patterns.

  let nodes: [SchemaNode]
  /// The dynamic anchors of each schema resource.
  let dynamicAnchors: [[String: Int]]
  /// The number of the root schema.
  let root: Int
  /// Whether the target of a reference can depend on the path to it.
  let hasDynamicReferences: Bool
  /// Whether any schema uses `unevaluated…`, so that evaluated parts must be recorded.
  let tracksEvaluation: Bool

  /// Compiles a schema. Everything that it refers to must be in it, in the resolver, or a 2020-12 meta-schema.
  public init(
    _ value: JSONValue, at uri: String = "", options: Options = Options(),
    resolver: @escaping (String) -> JSONValue?
  ) throws(SchemaError) {
    let compiler = SchemaCompiler(resolver: resolver, options: options)
    self = try compiler.compile(value, at: uri)
  }

  /// Compiles a schema. Everything that it refers to must be in it, in the resources by URI, or a 2020-12 meta-schema.
  public init(
    _ value: JSONValue, at uri: String = "", resources: [String: JSONValue] = [:],
    options: Options = Options()
  ) throws(SchemaError) {
    try self.init(value, at: uri, options: options) { resources[$0] }
  }

  /// The meta-schema of draft 2020-12.
  public static func metaSchema() throws(SchemaError) -> Schema {
    try Schema(["$ref": .string(Dialect.draft + "schema")])
  }

  init(nodes: [SchemaNode], dynamicAnchors: [[String: Int]], root: Int) {
    self.nodes = nodes
    self.dynamicAnchors = dynamicAnchors
    self.root = root
    hasDynamicReferences = nodes.contains { $0.keywords.contains(where: \.isDynamic) }
    tracksEvaluation = nodes.contains { $0.keywords.contains(where: \.asksForUnevaluated) }
  }

  public func evaluate(
    _ instance: JSONValue, limits: Limits = Limits()
  ) throws(SchemaLimit) -> SchemaVerdict {
    var evaluation = SchemaEvaluation(self, limits: limits)
    if try evaluation.isValid(instance) { return .valid }
    return .invalid(evaluation.failures)
  }
}
