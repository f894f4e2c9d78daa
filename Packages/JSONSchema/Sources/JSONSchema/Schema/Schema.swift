// SPDX-License-Identifier: GPL-3.0-or-later

/// A compiled JSON Schema of draft 2020-12. Several threads may use it at the same time.
public struct Schema: Sendable {
  public struct Options: Sendable {
    /// Whether an instance fails if it doesn't match a known `format`. By default, a format is only an annotation.
    public var assertsFormat = false

    public init() {}
  }

  public struct Limits: Sendable {
    public var depth = 400
    /// The maximum number of evaluation steps. Each application of a schema to a value is a step.
    public var steps = 5_000_000
    public var failures = 64

    public init() {}
  }

  // Other validators are unsuitable. In Swift they fail 10 to 220 of 1,299 tests. In C++ they round numbers or crash.

  let nodes: [SchemaNode]
  let dynamicAnchors: [[String: Int]]
  let root: Int
  /// Whether any reference is dynamic, so that its target depends on the evaluation path.
  let hasDynamicReferences: Bool
  /// Whether any schema uses `unevaluated…`, so that the evaluation must record evaluated parts.
  let tracksEvaluation: Bool

  /// Compiles a schema. References must lead into the schema, to a result of `resolver`, or to a 2020-12 meta-schema.
  public init(
    _ value: JSONValue, at uri: String = "", options: Options = Options(),
    resolver: @escaping (String) -> JSONValue?
  ) throws(SchemaError) {
    let compiler = SchemaCompiler(resolver: resolver, options: options)
    self = try compiler.compile(value, at: uri)
  }

  public init(
    _ value: JSONValue, at uri: String = "", resources: [String: JSONValue] = [:],
    options: Options = Options()
  ) throws(SchemaError) {
    try self.init(value, at: uri, options: options) { resources[$0] }
  }

  public static func metaSchema() throws(SchemaError) -> Schema {
    try Schema(["$ref": .string(Dialect.draft + "schema")])
  }

  init(nodes: [SchemaNode], dynamicAnchors: [[String: Int]], root: Int) {
    self.nodes = nodes
    self.dynamicAnchors = dynamicAnchors
    self.root = root
    hasDynamicReferences = nodes.contains { $0.keywords.contains(where: \.isDynamic) }
    tracksEvaluation = nodes.contains { $0.keywords.contains(where: \.dependsOnEvaluatedParts) }
  }

  public func evaluate(
    _ instance: JSONValue, limits: Limits = Limits()
  ) throws(SchemaLimit) -> SchemaVerdict {
    var evaluation = SchemaEvaluation(self, limits: limits)
    if try evaluation.isValid(instance) { return .valid }
    return .invalid(evaluation.failures)
  }
}
