// SPDX-License-Identifier: GPL-3.0-or-later

public enum SchemaVerdict: Hashable, Sendable {
  case valid
  /// The instance is invalid. The list has at least one failure, in the order of evaluation.
  case invalid([SchemaFailure])

  public var isValid: Bool { self == .valid }
}

/// A failed keyword's location in the schema, and the value's location in the instance. Never contains the value.
public struct SchemaFailure: Hashable, Sendable {
  public let instance: String
  public let keyword: String
  /// The absolute location of the keyword. For `required`, the location of the missing name in the keyword's list.
  public let schema: String

  public init(instance: String, keyword: String, schema: String) {
    self.instance = instance
    self.keyword = keyword
    self.schema = schema
  }
}
