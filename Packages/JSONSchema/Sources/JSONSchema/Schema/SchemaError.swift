// SPDX-License-Identifier: GPL-3.0-or-later

/// A reason why a schema is unusable. `at`: the fault's absolute URI, but in `invalidIdentifier` a JSON pointer.
public enum SchemaError: Error, Hashable, Sendable {
  case notASchema(at: String)
  case invalidKeyword(at: String)
  case invalidIdentifier(at: String)
  case duplicateIdentifier(String)
  /// A reference to a schema that the caller didn't supply. The library never downloads a schema.
  case unresolvedReference(String, at: String)
  /// A `$schema` that is neither draft 2020-12 nor one of the supplied resources.
  case unknownDialect(String)
  case unknownVocabulary(String)
  case unusablePattern(Pattern.Fault, at: String)
  /// A schema that applies itself to the same value of the instance without end.
  case referenceLoop(at: String)
  case tooDeep
}

/// A limit that ended an evaluation without a result.
public enum SchemaLimit: Error, Hashable, Sendable {
  case tooDeep
  case tooManySteps
}
