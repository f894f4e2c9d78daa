// SPDX-License-Identifier: GPL-3.0-or-later

struct Dialect: Sendable {
  var hasApplicators = true
  var hasUnevaluated = true
  var hasValidation = true
  var assertsFormat = false

  static let draft = "https://json-schema.org/draft/2020-12/"

  /// Reads the dialect from a meta-schema's `$vocabulary`. If that is missing, the dialect has all vocabularies.
  init(metaSchema: JSONValue) throws(SchemaError) {
    guard let vocabularies = metaSchema["$vocabulary"]?.object else { return }
    for member in vocabularies.members where member.value.bool == true {
      guard Self.known.contains(member.key) else { throw .unknownVocabulary(member.key) }
    }
    func has(_ name: String) -> Bool { vocabularies[Self.draft + "vocab/" + name] != nil }
    hasApplicators = has("applicator")
    hasUnevaluated = has("unevaluated")
    hasValidation = has("validation")
    assertsFormat = has("format-assertion")
  }

  init() {}

  private static let known = Set(
    [
      "core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "format-assertion",
      "content",
    ].map { draft + "vocab/" + $0 })
}
