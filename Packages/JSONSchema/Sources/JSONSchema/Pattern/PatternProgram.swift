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
  /// Whether the pattern is a fixed sequence of characters from start to end, such as `^[A-Z]{3}$`.
  private(set) var isFixedSequence = false

  private static let longest = 5_000

  init(_ node: PatternNode) throws(Pattern.Fault) {
    try emit(node)
    try append(.match)
    if case .assertion(.start) = instructions[0] { isAnchored = true }
    isFixedSequence = isAnchored && hasEndAfterCharacters
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
    // A node without instructions isn't repeated, because the limit on instructions couldn't stop a huge `minimum`.
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

  // Whether the text matches. Thompson's simulation advances all states together, each once per character.
  func matches(_ text: String.UnicodeScalarView, steps: inout Int) -> Bool {
    if isFixedSequence { return matchesFixedSequence(text, steps: &steps) }
    let size = instructions.count
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: size * 5) { space in
      var current = PlaceSet(UnsafeMutableBufferPointer(rebasing: space[0..<(2 * size)]))
      var following = PlaceSet(UnsafeMutableBufferPointer(rebasing: space[(2 * size)..<(4 * size)]))
      let waiting = UnsafeMutableBufferPointer(rebasing: space[(4 * size)...])
      var characters = text.makeIterator()
      var gap = Gap(before: nil, after: characters.next())
      if enter(0, gap, &current, waiting, &steps) { return true }
      while let character = gap.after {
        gap = Gap(before: character, after: characters.next())
        following.count = 0
        for index in 0..<current.count {
          steps += 1
          let place = Int(current[index])
          guard takes(character, at: place) else { continue }
          if enter(place + 1, gap, &following, waiting, &steps) { return true }
        }
        if !isAnchored, enter(0, gap, &following, waiting, &steps) { return true }
        if isAnchored, following.count == 0 { return false }
        swap(&current, &following)
      }
      return false
    }
  }

  private func matchesFixedSequence(_ text: String.UnicodeScalarView, steps: inout Int) -> Bool {
    // The sequence is between the start instruction and the last two instructions, end and match.
    let end = instructions.count - 2
    var place = 1
    for character in text {
      steps += 1
      guard place < end, takes(character, at: place) else { return false }
      place += 1
    }
    return place == end
  }

  private func takes(_ character: Unicode.Scalar, at place: Int) -> Bool {
    switch instructions[place] {
    case .character(let value): value == character.value
    case .set(let set): set.contains(character)
    default: false
    }
  }

  /// Adds a state and the states reachable without reading a character. Returns whether the match state is among them.
  private func enter(
    _ place: Int, _ gap: Gap, _ places: inout PlaceSet, _ waiting: UnsafeMutableBufferPointer<Int32>,
    _ steps: inout Int
  ) -> Bool {
    var count = 0
    func wait(_ place: Int) {
      if places.insert(place) {
        waiting[count] = Int32(place)
        count += 1
      }
    }
    wait(place)
    while count > 0 {
      count -= 1
      steps += 1
      let place = Int(waiting[count])
      switch instructions[place] {
      case .match: return true
      case .jump(let target): wait(target)
      case .split(let one, let other):
        wait(other)
        wait(one)
      case .assertion(let assertion): if gap.satisfies(assertion) { wait(place + 1) }
      case .set, .character: break
      }
    }
    return false
  }
}

private struct Gap {
  let before: Unicode.Scalar?
  let after: Unicode.Scalar?

  func satisfies(_ assertion: PatternAssertion) -> Bool {
    switch assertion {
    case .start: before == nil
    case .end: after == nil
    case .wordBoundary: isWord(before) != isWord(after)
    case .noWordBoundary: isWord(before) == isWord(after)
    }
  }

  private func isWord(_ character: Unicode.Scalar?) -> Bool {
    character.map(CharacterSet.word.contains) ?? false
  }
}

// A set of instruction numbers (the sparse set of Briggs and Torczon). Clearing it takes one step, whatever its size.
private struct PlaceSet {
  private let dense: UnsafeMutableBufferPointer<Int32>
  private let sparse: UnsafeMutableBufferPointer<Int32>
  var count = 0

  init(_ space: UnsafeMutableBufferPointer<Int32>) {
    space.initialize(repeating: 0)
    dense = UnsafeMutableBufferPointer(rebasing: space[..<(space.count / 2)])
    sparse = UnsafeMutableBufferPointer(rebasing: space[(space.count / 2)...])
  }

  subscript(index: Int) -> Int32 { dense[index] }

  mutating func insert(_ place: Int) -> Bool {
    let index = Int(sparse[place])
    if index < count, dense[index] == place { return false }  // guards J17
    dense[count] = Int32(place)
    sparse[place] = Int32(count)
    count += 1
    return true
  }
}
