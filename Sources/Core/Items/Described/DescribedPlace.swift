// SPDX-License-Identifier: GPL-3.0-or-later

/// The place of a value in an answer, as a provider's file writes it.
enum DescribedPlace: Hashable, Sendable {
  /// `/code`: below the row, or the row itself where there are no steps.
  case row([String])
  /// `../@time`: below what the row is in, so many levels up.
  case above(Int, [String])
  /// `#/date`: below the whole answer.
  case document([String])
  /// `*1`: the name that a star of the rows stands for, counted from 1.
  case star(Int)
  /// `asked`: the day that was asked for.
  case asked
  /// A number in the file itself.
  case fixed(String)

  /// Levels of an answer; none of a bank's nests deeper than five.
  static let limit = 16

  /// Nil for what is no such place.
  init?(_ text: String) {
    if text == "asked" {
      self = .asked
    } else if text.hasPrefix("*") {
      guard let number = Int(text.dropFirst()), (1...DescribedPlace.limit).contains(number) else { return nil }
      self = .star(number)
    } else if text.hasPrefix("#/") {
      guard let steps = Self.steps(text.dropFirst(2)) else { return nil }
      self = .document(steps)
    } else if text.hasPrefix("../") {
      var (rest, levels) = (text[...], 0)
      while rest.hasPrefix("../") { (rest, levels) = (rest.dropFirst(3), levels + 1) }
      guard levels <= Self.limit, let steps = Self.steps(rest) else { return nil }
      self = .above(levels, steps)
    } else if text.isEmpty {
      self = .row([])
    } else {
      guard let steps = Self.steps(text.hasPrefix("/") ? text.dropFirst() : text[...]) else { return nil }
      self = .row(steps)
    }
  }

  /// The parts of `a/b~1c`, as JSON pointers escape them; nil where one is empty or there are too many.
  static func steps(_ text: Substring) -> [String]? {
    let steps = text.split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
    return steps.count <= limit && !steps.contains("") ? steps : nil  // guards S23: steps.count <= limit && !steps.contains("") => true
  }
}
