// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a JSON value cannot serve as a schema; places are absolute, such as
/// `https://…/rates#/properties/base/type`.
public enum SchemaError: Error, Hashable, Sendable {
  /// A schema is an object, `true` or `false`.
  case notASchema(at: String)
  /// The keyword's own value breaks its definition.
  case invalidKeyword(at: String)
  /// An `$id` with a fragment.
  case invalidIdentifier(at: String)
  /// Two schemas with one identifier or anchor.
  case duplicateIdentifier(String)
  /// A reference to what neither the schema nor the given resources have; nothing is ever fetched.
  case unresolvedReference(String, at: String)
  /// A `$schema` that is not 2020-12 and not among the given resources.
  case unknownDialect(String)
  /// A vocabulary that the dialect requires and we lack.
  case unknownVocabulary(String)
  /// A pattern that cannot be compiled.
  case unusablePattern(Pattern.Fault, at: String)
  /// A schema that leads to itself without going deeper into the instance.
  case referenceLoop(at: String)
  /// Schemas inside each other past any sensible depth.
  case tooDeep
}

/// Why an evaluation was given up without a verdict.
public enum SchemaLimit: Error, Hashable, Sendable {
  /// Schemas within schemas past the depth limit, as by references that come round at run time.
  case tooDeep
  /// More schema applications than allowed.
  case tooManySteps
}
