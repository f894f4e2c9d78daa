// SPDX-License-Identifier: GPL-3.0-or-later

struct PatternProgram: Sendable {
  enum Instruction: Sendable {
    case set(CharacterSet)
    case character(UInt32)
    case assertion(PatternAssertion)
    case split(Int, Int)
    case jump(Int)
    case match
  }

  private(set) var instructions: [Instruction] = []
  private(set) var isAnchored = false
  /// Whether it is a fixed sequence of characters from start to end, such as `^[A-Z]{3}$`.
  private(set) var isRow = false

  private static let longest = 5_000

  init(_ node: PatternNode) throws(Pattern.Fault) {
    try emit(node)
    try append(.match)
    if case .assertion(.start) = instructions[0] { isAnchored = true }
    isRow = isAnchored && hasEndAfterCharacters
  }

  private var hasEndAfterCharacters: Bool {
    guard case .assertion(.end) = instructions.dropLast().last else { return false }
    return instructions.dropFirst().dropLast(2).allSatisfy {
      switch $0 {
      case .set, .character: true
      default: false
      }
    }
  }
}

extension PatternProgram {
  private mutating func append(_ instruction: Instruction) throws(Pattern.Fault) {
    if instructions.count == Self.longest { throw .tooLarge }
    instructions.append(instruction)
  }

  private mutating func emit(_ node: PatternNode) throws(Pattern.Fault) {
    switch node {
    case .empty: break
    case .set(let set): try append(set.single.map(Instruction.character) ?? .set(set))
    case .assertion(let assertion): try append(.assertion(assertion))
    case .sequence(let nodes): for node in nodes { try emit(node) }
    case .choice(let branches): try emit(choice: branches)
    case .repetition(let node, let minimum, let maximum):
      try emit(node, minimum: minimum, maximum: maximum)
    case .unsupported(let place): throw .unsupported(at: place)
    }
  }

  private mutating func emit(choice branches: [PatternNode]) throws(Pattern.Fault) {
    var ends: [Int] = []
    for branch in branches.dropLast() {
      let split = instructions.count
      try append(.split(split + 1, split + 1))
      try emit(branch)
      ends.append(instructions.count)
      try append(.jump(0))
      instructions[split] = .split(split + 1, instructions.count)
    }
    if let last = branches.last { try emit(last) }
    for end in ends { instructions[end] = .jump(instructions.count) }
  }

  private mutating func emit(_ node: PatternNode, minimum: Int, maximum: Int?) throws(Pattern.Fault) {
    // An empty body repeated a million times would never reach the limit on instructions.
    let start = instructions.count
    for copy in 0..<minimum {
      try emit(node)
      if copy == 0, instructions.count == start { return }
    }
    guard let maximum else {
      let split = instructions.count
      try append(.split(split + 1, split + 1))
      try emit(node)
      try append(.jump(split))
      instructions[split] = .split(split + 1, instructions.count)
      return
    }
    var splits: [Int] = []
    for _ in 0..<(maximum - minimum) {
      splits.append(instructions.count)
      try append(.split(instructions.count + 1, 0))
      try emit(node)
    }
    for split in splits { instructions[split] = .split(split + 1, instructions.count) }
  }
}
