// SPDX-License-Identifier: GPL-3.0-or-later

/// A regular expression of ECMA-262 with the `u` flag. The matching time is linear in the text for every pattern.
public struct Pattern: Sendable {
  public enum Fault: Error, Hashable, Sendable {
    /// The source isn't an ECMA-262 expression. The position counts Unicode scalars.
    case syntax(at: Int)
    /// The expression needs backtracking, or names a property that the standard library lacks.
    case unsupported(at: Int)
    /// The pattern's repetitions, such as `{1000}`, need more instructions than the limit allows.
    case tooLarge
  }

  public let source: String
  private let program: PatternProgram

  // Other matchers are unsuitable: backtracking is exponential on `(a+)+$`, the C++ library crashes on 20 kB of text.

  public init(_ source: String) throws(Fault) {
    self.source = source
    var parser = PatternParser(source)
    program = try PatternProgram(parser.parse())
  }

  public func matches(_ text: String) -> Bool {
    var steps = 0
    return matches(text, steps: &steps)
  }

  /// Whether the text matches. Adds the automaton's steps to `steps`: at most text length × program length.
  func matches(_ text: String, steps: inout Int) -> Bool {
    program.matches(text.unicodeScalars, steps: &steps)
  }

  var size: Int { program.instructions.count }

  /// Whether a text is an ECMA-262 expression, even one that this package doesn't support.
  static func isWellFormed(_ source: String) -> Bool {
    var parser = PatternParser(source)
    do throws(Fault) {
      _ = try parser.parse()
      return true
    } catch {
      if case .syntax = error { return false }
      return true
    }
  }
}
