// SPDX-License-Identifier: GPL-3.0-or-later

/// Parses the pattern grammar of ECMA-262, section 22.2.1, with the `u` flag. Unknown escapes are errors.
struct PatternParser {
  var scalars: [UInt32]
  var place = 0
  private var depth = 0
  private var groups = 0
  private var greatestReference = 0
  private var names: Set<String> = []
  private var namesReferred: Set<String> = []

  private static let deepest = 200

  init(_ source: String) {
    scalars = source.unicodeScalars.map(\.value)
  }

  mutating func parse() throws(Pattern.Fault) -> PatternNode {
    let node = try choice()
    if place < scalars.count || greatestReference > groups || !namesReferred.isSubset(of: names) {
      throw .syntax(at: place)
    }
    if let place = Self.unsupported(in: node) { throw .unsupported(at: place) }
    return node
  }

  var next: UInt32? { place < scalars.count ? scalars[place] : nil }

  mutating func take(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= scalars.count else { return false }
    for offset in 0..<count where scalars[place + offset] != UInt32(text.utf8Start[offset]) { return false }
    place += count
    return true
  }
}

extension PatternParser {
  private mutating func choice() throws(Pattern.Fault) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.deepest { throw .tooLarge }
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func sequence() throws(Pattern.Fault) -> PatternNode {
    var terms: [PatternNode] = []
    while let next, next != "|", next != ")" { terms.append(try term()) }
    return terms.count == 1 ? terms[0] : .sequence(terms)
  }

  private mutating func term() throws(Pattern.Fault) -> PatternNode {
    if take("^") { return .assertion(.start) }
    if take("$") { return .assertion(.end) }
    if take("\\b") { return .assertion(.wordBoundary) }
    if take("\\B") { return .assertion(.noWordBoundary) }
    let start = place
    if take("(?=") || take("(?!") || take("(?<=") || take("(?<!") {
      _ = try group()
      return .unsupported(at: start)
    }
    return try quantified(try atom())
  }

  private mutating func group() throws(Pattern.Fault) -> PatternNode {
    let node = try choice()
    guard take(")") else { throw .syntax(at: place) }
    return node
  }

  private mutating func atom() throws(Pattern.Fault) -> PatternNode {
    if take("(?:") { return try group() }
    if take("(?<") {
      guard let name = groupName(), names.insert(name).inserted else { throw .syntax(at: place) }
      groups += 1
      return try group()
    }
    if take("(") {
      groups += 1
      return try group()
    }
    if take(".") { return .set(.any) }
    if take("[") { return .set(try characterClass()) }
    if take("\\") { return try escape() }
    guard let next, !"*+?{}])|".unicodeScalars.contains(where: { $0.value == next }) else {
      throw .syntax(at: place)
    }
    place += 1
    return .set(.only(next))
  }

  private mutating func quantified(_ node: PatternNode) throws(Pattern.Fault) -> PatternNode {
    let bounds: (minimum: Int, maximum: Int?)
    if take("*") {
      bounds = (0, nil)
    } else if take("+") {
      bounds = (1, nil)
    } else if take("?") {
      bounds = (0, 1)
    } else if take("{") {
      bounds = try counts()
    } else {
      return node
    }
    _ = take("?")
    return .repetition(node, minimum: bounds.minimum, maximum: bounds.maximum)
  }

  private mutating func counts() throws(Pattern.Fault) -> (Int, Int?) {
    guard let minimum = number() else { throw .syntax(at: place) }
    if take("}") { return (minimum, minimum) }
    guard take(",") else { throw .syntax(at: place) }
    if take("}") { return (minimum, nil) }
    guard let maximum = number(), minimum <= maximum, take("}") else { throw .syntax(at: place) }
    return (minimum, maximum)
  }

  private mutating func number() -> Int? {
    let start = place
    var value = 0
    while let next, 0x30...0x39 ~= next {
      value = min(value * 10 + Int(next - 0x30), 1_000_000)
      place += 1
    }
    return place > start ? value : nil
  }

  private mutating func groupName() -> String? {
    var name = ""
    while let next, next != ">", let scalar = Unicode.Scalar(next) {
      let fits = name.isEmpty ? scalar.properties.isIDStart : scalar.properties.isIDContinue
      guard fits || scalar == "$" || scalar == "_" else { return nil }
      name.unicodeScalars.append(scalar)
      place += 1
    }
    return take(">") && !name.isEmpty ? name : nil
  }

  private mutating func escape() throws(Pattern.Fault) -> PatternNode {
    let start = place - 1
    if take("k<") {
      guard let name = groupName() else { throw .syntax(at: place) }
      namesReferred.insert(name)
      return .unsupported(at: start)
    }
    if let next, 0x31...0x39 ~= next, let reference = number() {
      greatestReference = max(greatestReference, reference)
      return .unsupported(at: start)
    }
    return .set(try characterEscape(inClass: false))
  }

  private static func unsupported(in node: PatternNode) -> Int? {
    switch node {
    case .unsupported(let place): place
    case .sequence(let nodes), .choice(let nodes): nodes.lazy.compactMap(unsupported).first
    case .repetition(let node, _, _): unsupported(in: node)
    case .empty, .set, .assertion: nil
    }
  }
}

func ~= (character: Unicode.Scalar, value: UInt32) -> Bool { character.value == value }
func == (value: UInt32, character: Unicode.Scalar) -> Bool { character.value == value }
func != (value: UInt32, character: Unicode.Scalar) -> Bool { character.value != value }

extension PatternParser {
  mutating func characterClass() throws(Pattern.Fault) -> CharacterSet {
    var set = CharacterSet()
    let isNegated = take("^")
    while !take("]") {
      let first = try classAtom()
      guard place + 1 < scalars.count, scalars[place] == "-", scalars[place + 1] != "]" else {
        set.parts.append(first)
        continue
      }
      place += 1
      let last = try classAtom()
      guard let low = first.single, let high = last.single, low <= high else { throw .syntax(at: place) }
      set.ranges.append(low...high)
    }
    set.ranges += set.parts.compactMap { part in part.single.map { $0...$0 } }
    set.parts.removeAll { $0.single != nil }
    set.isNegated = isNegated
    return set
  }

  private mutating func classAtom() throws(Pattern.Fault) -> CharacterSet {
    guard let next else { throw .syntax(at: place) }
    place += 1
    if next == "\\" { return try characterEscape(inClass: true) }
    return .only(next)
  }

  mutating func characterEscape(inClass: Bool) throws(Pattern.Fault) -> CharacterSet {
    guard let next else { throw .syntax(at: place) }
    place += 1
    switch next {
    case "d": return .digits
    case "D": return CharacterSet.digits.negated()
    case "w": return .word
    case "W": return CharacterSet.word.negated()
    case "s": return .space
    case "S": return CharacterSet.space.negated()
    case "p": return try property()
    case "P": return try property().negated()
    case "t": return .only(0x09)
    case "n": return .only(0x0A)
    case "v": return .only(0x0B)
    case "f": return .only(0x0C)
    case "r": return .only(0x0D)
    case "b" where inClass: return .only(0x08)
    case "-" where inClass: return .only(next)
    case "0": return .only(try zero())
    case "c": return .only(try control())
    case "x": return .only(try hexadecimal(digits: 2))
    case "u": return .only(try unicode())
    default:
      guard "^$\\.*+?()[]{}|/".unicodeScalars.contains(where: { $0.value == next }) else {
        throw .syntax(at: place - 1)
      }
      return .only(next)
    }
  }

  private func zero() throws(Pattern.Fault) -> UInt32 {
    if let next, 0x30...0x39 ~= next { throw .syntax(at: place) }
    return 0
  }

  private mutating func control() throws(Pattern.Fault) -> UInt32 {
    guard let next, 0x41...0x5A ~= next & ~0x20 else { throw .syntax(at: place) }
    place += 1
    return next % 32
  }

  private mutating func hexadecimal(digits: Int) throws(Pattern.Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let next, let digit = next.hexadecimalDigit else { throw .syntax(at: place) }
      value = value << 4 | digit
      place += 1
    }
    return value
  }

  private mutating func unicode() throws(Pattern.Fault) -> UInt32 {
    guard take("{") else {
      let unit = try hexadecimal(digits: 4)
      guard unit & 0xFC00 == 0xD800, take("\\u") else { return unit }
      let low = try hexadecimal(digits: 4)
      if low & 0xFC00 == 0xDC00 { return 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF }
      place -= 6
      return unit
    }
    var value: UInt32 = 0
    let start = place
    while let next, let digit = next.hexadecimalDigit {
      value = value << 4 | digit
      if value > 0x10FFFF { throw .syntax(at: place) }
      place += 1
    }
    guard place > start, take("}") else { throw .syntax(at: place) }
    return value
  }

  private mutating func property() throws(Pattern.Fault) -> CharacterSet {
    let start = place
    guard take("{"), let end = scalars[place...].firstIndex(where: { $0 == "}" }) else {
      throw .syntax(at: start)
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: scalars[place..<end].compactMap(Unicode.Scalar.init))
    place = end + 1
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let value = parts.count > 1 ? parts[1] : nil
    if let property = UnicodeProperty(name: parts[0], value: value) {
      return CharacterSet(properties: [property])
    }
    if value?.isEmpty == false, UnicodeProperty.isScript(parts[0]) { throw .unsupported(at: start) }
    throw .syntax(at: start)
  }
}

extension CharacterSet {
  var single: UInt32? {
    guard !isNegated, properties.isEmpty, parts.isEmpty, ranges.count == 1 else { return nil }
    return ranges[0].count == 1 ? ranges[0].lowerBound : nil
  }
}

extension UInt32 {
  /// The value of an ASCII character as a hexadecimal digit. Nil for any other character.
  var hexadecimalDigit: UInt32? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x41 + 10
    case 0x61...0x66: self - 0x61 + 10
    default: nil
    }
  }
}
