// SPDX-License-Identifier: GPL-3.0-or-later

/// A request method (RFC 9110 section 9); open, because a server may know more than these six.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// The method as it goes over the wire; methods are case-sensitive.
  public let rawValue: String

  /// Takes any token; an invalid one is refused when the request is sent.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Reads a resource.
  public static let get = HTTPMethod(rawValue: "GET")
  /// Reads a resource's headers.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// Runs a command.
  public static let post = HTTPMethod(rawValue: "POST")
  /// Replaces a resource.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// Changes a part of a resource.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// Removes a resource.
  public static let delete = HTTPMethod(rawValue: "DELETE")

  /// Whether the method asks for no change on the server (RFC 9110 section 9.2.1).
  public var isSafe: Bool {
    ["GET", "HEAD", "OPTIONS", "TRACE"].contains(rawValue)
  }

  /// Whether sending twice has the effect of sending once (RFC 9110 section 9.2.2).
  public var isIdempotent: Bool {
    isSafe || ["PUT", "DELETE"].contains(rawValue)
  }
}
