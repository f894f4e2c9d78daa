// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema

/// Why a body was not let through; no case holds anything of the body but places in it.
public enum ValidationError: Error, Hashable, Sendable {
  /// No schema has that name.
  case schemaMissing(String)
  /// The schema's file is not JSON.
  case schemaNotJSON(String, JSONReadError)
  /// The schema's file is not a schema.
  case schemaUnusable(String, SchemaError)
  /// The body is not JSON.
  case notJSON(JSONReadError)
  /// The body breaks the schema.
  case refused(schema: String, [SchemaFailure])
  /// The body drove the evaluation past its limits.
  case undecided(schema: String, SchemaLimit)
}
