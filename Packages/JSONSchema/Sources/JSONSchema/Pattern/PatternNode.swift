// SPDX-License-Identifier: GPL-3.0-or-later

/// A node of a parsed pattern. It contains no capture groups, because no code reads them.
indirect enum PatternNode: Sendable {
  case empty
  case set(CharacterSet)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  case repetition(PatternNode, minimum: Int, maximum: Int?)
  case unsupported(at: Int)
}

enum PatternAssertion: Sendable {
  case start
  case end
  case wordBoundary
  case noWordBoundary
}
