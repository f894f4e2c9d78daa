// SPDX-License-Identifier: GPL-3.0-or-later

/// A password, token or key: never printed, reflected, logged or stored but by a secret store.
public struct Secret: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The secret itself, for the one place that sends or stores it.
  public let exposed: String

  public init(_ exposed: String) {
    self.exposed = exposed
  }

  public var isEmpty: Bool { exposed.isEmpty }
  public var description: String { "Secret(…)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
