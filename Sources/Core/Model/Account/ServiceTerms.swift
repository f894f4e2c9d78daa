// SPDX-License-Identifier: GPL-3.0-or-later

/// The terms of an account server's service; the usual ones until the server tells its own.
public struct ServiceTerms: Hashable, Sendable {
  /// The operator's line to every member, harmless to show; empty for none.
  public var message = ""
  /// The oldest Kurs that may sync; nil for any.
  public var oldestClient: ReleaseNumber?
  public var limits = ServiceLimits()

  public init() {}
}

/// How much the server takes.
public struct ServiceLimits: Hashable, Sendable {
  /// Bytes of a picture.
  public var picture = 1_048_576
  /// Bytes in UTF-8 of a value; what has a longer one stays on this machine.
  public var value = 262_144
  /// Changes of one request.
  public var changes = 1000
  /// Bytes of a request that brings reports.
  public var report = 1_048_576

  public init() {}
}

/// The number of a release of Kurs, `1.4.0`; what follows a dash does not count.
public struct ReleaseNumber: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let numbers: [Int]

  /// Nil for anything but one to three numbers.
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
