// SPDX-License-Identifier: GPL-3.0-or-later

/// A JSON Schema of draft 2020-12, compiled once and safe to use from everywhere at once.
public struct Schema: Sendable {
  /// Choices that the standard leaves to the program.
  public struct Options: Sendable {
    /// Whether a `format` we know can fail an instance; by the standard's default it is only a note.
    public var assertsFormat = false

    /// The standard's defaults.
    public init() {}
  }

  /// How far an evaluation may go.
  public struct Limits: Sendable {
    /// Schemas within schemas, references included.
    public var depth = 400
    /// Applications of a schema to a value.
    public var steps = 5_000_000
    /// Failures listed.
    public var failures = 64

    /// The usual limits.
    public init() {}
  }

  // Our own, because the Swift validators at hand miss 10 to 220 of the standard's 1,299 required tests, and
  // the C++ ones read numbers as floating point or let a pattern crash the program.

  /// All compiled schemas, by number.
  let nodes: [SchemaNode]
  /// For each schema resource, where its dynamic anchors are.
  let dynamicAnchors: [[String: Int]]
  /// The number of the schema itself.
  let root: Int
  /// Whether what a reference leads to can depend on the way to it.
  let hasDynamicReferences: Bool
  /// Whether any schema asks what others have left unevaluated, so that it must be noted.
  let tracksEvaluation: Bool

  /// Compiles a schema; what it refers to must be in it, answered by the resolver, or a 2020-12 meta-schema.
  public init(
    _ value: JSONValue, at uri: String = "", options: Options = Options(),
    resolver: @escaping (String) -> JSONValue?
  ) throws(SchemaError) {
    let compiler = SchemaCompiler(resolver: resolver, options: options)
    self = try compiler.compile(value, at: uri)
  }

  /// Compiles a schema; what it refers to must be in it, among the resources by URI, or a 2020-12
  /// meta-schema.
  public init(
    _ value: JSONValue, at uri: String = "", resources: [String: JSONValue] = [:],
    options: Options = Options()
  ) throws(SchemaError) {
    try self.init(value, at: uri, options: options) { resources[$0] }
  }

  /// The schema that all schemas of draft 2020-12 must satisfy.
  public static func metaSchema() throws(SchemaError) -> Schema {
    try Schema(["$ref": .string(Dialect.draft + "schema")])
  }

  /// A schema from its compiled parts.
  init(nodes: [SchemaNode], dynamicAnchors: [[String: Int]], root: Int) {
    self.nodes = nodes
    self.dynamicAnchors = dynamicAnchors
    self.root = root
    hasDynamicReferences = nodes.contains { $0.keywords.contains(where: \.isDynamic) }
    tracksEvaluation = nodes.contains { $0.keywords.contains(where: \.asksForUnevaluated) }
  }

  /// Evaluates an instance.
  public func evaluate(
    _ instance: JSONValue, limits: Limits = Limits()
  ) throws(SchemaLimit) -> SchemaVerdict {
    var evaluation = SchemaEvaluation(self, limits: limits)
    if try evaluation.isValid(instance) { return .valid }
    return .invalid(evaluation.failures)
  }
}
