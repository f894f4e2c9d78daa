// SPDX-License-Identifier: GPL-3.0-or-later

/// A parsed pattern; groups are gone, since nobody asks what they caught.
indirect enum PatternNode: Sendable {
  case empty
  case set(CharacterSet)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repetition(PatternNode, minimum: Int, maximum: Int?)
  /// Syntax in order, which only backtracking or a second automaton could follow.
  case unsupported(at: Int)
}

/// A condition between two characters.
enum PatternAssertion: Sendable {
  case start
  case end
  case wordBoundary
  case noWordBoundary
}
