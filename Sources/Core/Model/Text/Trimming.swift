// SPDX-License-Identifier: GPL-3.0-or-later

extension StringProtocol {
  /// Without such characters at either end; white space where none are named.
  public func trimmed(of isOutside: (Character) -> Bool = { $0.isWhitespace }) -> String {
    String(drop(while: isOutside).trimmingSuffix(while: isOutside))
  }

  /// Each run of white space as one space, and none at either end.
  public var inOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  public func trimmingSuffix(while predicate: (Character) -> Bool) -> SubSequence {
    self[..<(lastIndex { !predicate($0) }.map { index(after: $0) } ?? startIndex)]
  }
}

extension BinaryInteger {
  /// With zeros before them where there are fewer digits than `width`.
  public func digits(_ width: Int, radix: Int = 10) -> String {
    let digits = String(self, radix: radix)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
