// SPDX-License-Identifier: GPL-3.0-or-later

/// A regular expression of ECMA-262 with its `u` flag, matched in time linear in the text for every pattern.
public struct Pattern: Sendable {
  public enum Fault: Error, Hashable, Sendable {
    /// Not an ECMA-262 expression. The position counts Unicode scalars.
    case syntax(at: Int)
    /// An expression that needs backtracking, or a property that the standard library lacks.
    case unsupported(at: Int)
    /// Repetitions need more steps than allowed.
    case tooLarge
  }

  public let source: String
  private let program: PatternProgram

  // A backtracking matcher takes exponential time on `(a+)+$`, and the C++ library crashes on a text of 20 kB.

  public init(_ source: String) throws(Fault) {
    self.source = source
    var parser = PatternParser(source)
    program = try PatternProgram(parser.parse())
  }

  public func matches(_ text: String) -> Bool {
    var steps = 0
    return matches(text, steps: &steps)
  }

  /// Like `matches(_:)`, counting the automaton's steps, which are at most text length × program length.
  func matches(_ text: String, steps: inout Int) -> Bool {
    program.matches(text.unicodeScalars, steps: &steps)
  }

  var size: Int { program.instructions.count }

  /// Whether a text is an ECMA-262 expression, supported or not.
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
