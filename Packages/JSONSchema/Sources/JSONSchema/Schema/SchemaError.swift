// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a JSON value can't be used as a schema. Places are absolute, such as `https://…/rates#/properties/base/type`.
public enum SchemaError: Error, Hashable, Sendable {
  /// A schema is an object, `true` or `false`.
  case notASchema(at: String)
  /// The value of the keyword is invalid.
  case invalidKeyword(at: String)
  /// An `$id` with a fragment.
  case invalidIdentifier(at: String)
  /// Two schemas with one identifier or anchor.
  case duplicateIdentifier(String)
  /// A reference to a schema that isn't given. Nothing is ever fetched.
  case unresolvedReference(String, at: String)
  /// A `$schema` that is not 2020-12 and not among the given resources.
  case unknownDialect(String)
  /// A required vocabulary that is not supported.
  case unknownVocabulary(String)
  /// A pattern that cannot be compiled.
  case unusablePattern(Pattern.Fault, at: String)
  /// A schema that refers to itself without going deeper into the instance.
  case referenceLoop(at: String)
  /// Schemas are nested too deeply.
  case tooDeep
}

/// Why an evaluation ended without a verdict.
public enum SchemaLimit: Error, Hashable, Sendable {
  /// The depth limit was reached, for example by circular references.
  case tooDeep
  case tooManySteps
}
