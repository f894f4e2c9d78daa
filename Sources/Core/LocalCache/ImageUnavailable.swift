// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public struct ImageUnavailable: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case unreachable
    case status(Int)
    /// The bytes have an unknown format, whatever type the server sent.
    case notAnImage
    case foreignKind(ForeignImageKind)
    case truncated
    case tooLarge(limit: Int)
    case tooManyPixels(width: Int, height: Int)
    case undecodable
  }

  public let reason: Reason
  public let until: Timestamp
}

extension ImageUnavailable.Reason {
  /// The milliseconds until the picture may be requested again.
  var lifetime: Int64 {
    switch self {
    case .unreachable: 60_000
    case .status(404), .status(410): 86_400_000
    default: 300_000  // guards I03: 300_000 => 3_000
    }
  }

  init?(stored text: String) {
    let parts = text.split(separator: " ")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    switch (parts.first, numbers.count) {
    case ("unreachable", 0): self = .unreachable
    case ("status", 1): self = .status(numbers[0])
    case ("not-an-image", 0): self = .notAnImage
    case ("foreign-kind", 0):
      guard let kind = parts.last.flatMap({ ForeignImageKind(rawValue: String($0)) }) else { return nil }
      self = .foreignKind(kind)
    case ("truncated", 0): self = .truncated
    case ("too-large", 1): self = .tooLarge(limit: numbers[0])
    case ("too-many-pixels", 2): self = .tooManyPixels(width: numbers[0], height: numbers[1])
    case ("undecodable", 0): self = .undecodable
    default: return nil
    }
  }

  var stored: String {
    switch self {
    case .unreachable: "unreachable"
    case .status(let status): "status \(status)"
    case .notAnImage: "not-an-image"
    case .foreignKind(let kind): "foreign-kind \(kind.rawValue)"
    case .truncated: "truncated"
    case .tooLarge(let limit): "too-large \(limit)"
    case .undecodable: "undecodable"
    case .tooManyPixels(let width, let height): "too-many-pixels \(width) \(height)"
    }
  }
}
