// SPDX-License-Identifier: GPL-3.0-or-later

/// A regular expression of ECMA-262 with its `u` flag, matched in time linear in the text, whatever the
/// pattern.
public struct Pattern: Sendable {
  /// Why a pattern cannot be used.
  public enum Fault: Error, Hashable, Sendable {
    /// Not an expression of ECMA-262; the place is counted in Unicode scalars.
    case syntax(at: Int)
    /// An expression that no bounded automaton can follow, or a property that the standard library lacks.
    case unsupported(at: Int)
    /// Repetitions that unfold to more steps than we allow.
    case tooLarge
  }

  /// The pattern as it was written.
  public let source: String
  private let program: PatternProgram

  // Our own, because a backtracking matcher takes exponential time on `(a+)+$`, and the C++ library's crashes
  // the program when the text is 20 kB long.

  /// Compiles a pattern.
  public init(_ source: String) throws(Fault) {
    self.source = source
    var parser = PatternParser(source)
    program = try PatternProgram(parser.parse())
  }

  /// Whether the pattern is found anywhere in a text.
  public func matches(_ text: String) -> Bool {
    var steps = 0
    return matches(text, steps: &steps)
  }

  /// The same, counting the automaton's steps, which are at most the text's length times the program's.
  func matches(_ text: String, steps: inout Int) -> Bool {
    program.matches(text.unicodeScalars, steps: &steps)
  }

  /// The number of instructions, by which the steps per character are bounded.
  var size: Int { program.instructions.count }

  /// Whether a text is an expression of ECMA-262 at all, whether or not we can follow it.
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
