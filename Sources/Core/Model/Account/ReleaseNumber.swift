// SPDX-License-Identifier: GPL-3.0-or-later

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
