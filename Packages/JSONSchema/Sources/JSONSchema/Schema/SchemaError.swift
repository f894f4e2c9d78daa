// SPDX-License-Identifier: GPL-3.0-or-later

/// The error of an unusable schema. Places are absolute, such as `https://…/rates#/properties/base/type`.
public enum SchemaError: Error, Hashable, Sendable {
  case notASchema(at: String)
  case invalidKeyword(at: String)
  case invalidIdentifier(at: String)
  case duplicateIdentifier(String)
  /// A reference to a schema that isn't given. Nothing is ever fetched.
  case unresolvedReference(String, at: String)
  /// A `$schema` that is neither draft 2020-12 nor among the given resources.
  case unknownDialect(String)
  case unknownVocabulary(String)
  case unusablePattern(Pattern.Fault, at: String)
  /// A schema that refers to itself without going deeper into the instance.
  case referenceLoop(at: String)
  case tooDeep
}

/// A limit that ended an evaluation without a verdict.
public enum SchemaLimit: Error, Hashable, Sendable {
  case tooDeep
  case tooManySteps
}
