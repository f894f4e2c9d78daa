// SPDX-License-Identifier: GPL-3.0-or-later

public struct ServiceTerms: Hashable, Sendable {
  /// The operator's message to all members, without characters that could harm the display.
  public var message = ""
  /// The oldest version of Kurs that may sync. Nil if every version may sync.
  public var oldestClient: ReleaseNumber?
  public var limits = ServiceLimits()

  public init() {}
}

public struct ServiceLimits: Hashable, Sendable {
  /// The most bytes of a picture.
  public var picture = 1_048_576
  /// The most UTF-8 bytes of a property's value in an object. Longer values aren't synced.
  public var value = 262_144
  public var changes = 1000
  /// The most bytes of a request with reports.
  public var report = 1_048_576

  public init() {}
}

/// A version such as `1.4.0`. Text after a dash is ignored.
public struct ReleaseNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let numbers: [Int]

  public init?(_ text: String) {
    let parts = text.prefix { $0 != "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.filter { $0 >= 0 }
    guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
    self.numbers = numbers + Array(repeating: 0, count: 3 - numbers.count)
  }

  public var description: String { numbers.map(String.init).joined(separator: ".") }

  public static func < (a: ReleaseNumber, b: ReleaseNumber) -> Bool {
    a.numbers.lexicographicallyPrecedes(b.numbers)
  }
}
