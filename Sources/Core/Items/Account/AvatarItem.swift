// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema

/// A member's picture as the server answers a change of it.
public struct AvatarItem: Hashable, Sendable {
  /// Tells one picture from the next; nil where there is none now.
  public let digest: String?

  /// `data` of an answer that its schema let through.
  public init(_ data: JSONValue?) {
    digest = data?["avatar"]?["digest"]?.string
  }
}
