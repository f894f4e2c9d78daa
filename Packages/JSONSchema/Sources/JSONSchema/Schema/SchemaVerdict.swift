// SPDX-License-Identifier: GPL-3.0-or-later

/// The verdict of a schema on an instance.
public enum SchemaVerdict: Hashable, Sendable {
  case valid
  /// The failures in the order they were met, as many as the limits let be listed, at least one.
  case invalid([SchemaFailure])

  /// Whether nothing failed.
  public var isValid: Bool { self == .valid }
}

/// One keyword that an instance fails; it holds places only, never a value of the instance.
public struct SchemaFailure: Hashable, Sendable {
  /// JSON Pointer to the part of the instance.
  public let instance: String
  /// The keyword that failed.
  public let keyword: String
  /// Absolute place of the keyword; with `required` that of the missing name.
  public let schema: String

  /// A failure at these places.
  public init(instance: String, keyword: String, schema: String) {
    self.instance = instance
    self.keyword = keyword
    self.schema = schema
  }
}
