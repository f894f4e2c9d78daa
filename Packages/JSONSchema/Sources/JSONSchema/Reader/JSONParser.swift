// SPDX-License-Identifier: GPL-3.0-or-later

/// Parses JSON in one pass over the bytes. The depth limit bounds the parser's recursion.
struct JSONParser {
  let bytes: UnsafeBufferPointer<UInt8>
  let limits: JSONReader.Limits
  let duplicateKeys: JSONReader.DuplicateKeys
  let numbers: NumberGrammar
  var offset = 0
  private var depth = 0
  /// The last finished object. If the next object has the same names in the same order, it reuses this object's index.
  private var last = JSONObject()

  init(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONReader.Limits, duplicateKeys: JSONReader.DuplicateKeys
  ) {
    self.bytes = bytes
    self.limits = limits
    self.duplicateKeys = duplicateKeys
    numbers = NumberGrammar(limits: limits)
  }

  mutating func document() throws(JSONReadError) -> JSONValue {
    if bytes.count > limits.documentLength {
      throw JSONReadError(.documentTooLong, at: limits.documentLength)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONReadError(.byteOrderMark, at: 0) }  // guards J08
    skipSpace()
    if offset == bytes.count { throw JSONReadError(.empty, at: offset) }
    let value = try value()
    skipSpace()
    if offset < bytes.count { throw JSONReadError(.trailingBytes, at: offset) }  // guards J01
    return value
  }

  func surprise() -> JSONReadError {
    guard offset < bytes.count else { return JSONReadError(.unexpectedEnd, at: bytes.count) }  // guards X22
    return JSONReadError(.unexpectedByte(bytes[offset]), at: offset)
  }
}

extension JSONParser {
  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func value() throws(JSONReadError) -> JSONValue {
    guard offset < bytes.count else { throw surprise() }
    switch bytes[offset] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    default: throw surprise()
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(JSONReadError) -> JSONValue {
    for place in 0..<word.utf8CodeUnitCount where !take(word.utf8Start[place]) { throw surprise() }
    return value
  }

  private mutating func number() throws(JSONReadError) -> JSONNumber {
    let end = try numbers.end(of: bytes, from: offset).get()
    defer { offset = end }
    return JSONNumber(accepted: String(decoding: bytes[offset..<end], as: UTF8.self))
  }

  private mutating func enter() throws(JSONReadError) {
    depth += 1
    if depth > limits.depth { throw JSONReadError(.tooDeep, at: offset) }  // guards J05: limits.depth => (limits.depth + 1)
    offset += 1
    skipSpace()
  }

  private mutating func array() throws(JSONReadError) -> [JSONValue] {
    try enter()
    defer { depth -= 1 }
    var elements: [JSONValue] = []
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value())
      skipSpace()
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw surprise() }  // guards J02
      skipSpace()
    }
  }

  private mutating func object() throws(JSONReadError) -> JSONObject {
    try enter()
    defer { depth -= 1 }
    var object = JSONObject()
    if take(UInt8(ascii: "}")) { return object }
    // An object with the names of `last` in the same order has no duplicate, so its names aren't compared again.
    let other = last
    var isLikeOther = true
    while true {
      if isLikeOther, let name = name(from: other, at: object.count) {
        object.append(new: name, try member())
      } else {
        if isLikeOther { object.index() }
        isLikeOther = false
        try addMember(to: &object)
      }
      skipSpace()
      if take(UInt8(ascii: "}")) { break }
      guard take(UInt8(ascii: ",")) else { throw surprise() }
      skipSpace()
    }
    if isLikeOther { object.index(as: other) }
    last = object
    return object
  }

  private mutating func name(from other: JSONObject, at place: Int) -> String? {
    guard place < other.count, offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { return nil }
    let name = other.members[place].key
    let start = offset + 1
    let isSame = name.utf8.withContiguousStorageIfAvailable { [bytes] name in
      let end = start + name.count
      guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return false }
      return name.indices.allSatisfy { bytes[start + $0] == name[$0] && !Self.needsEscape(name[$0]) }
    }
    guard isSame == true else { return nil }
    offset = start + name.utf8.count + 1
    return name
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func addMember(to object: inout JSONObject) throws(JSONReadError) {
    let start = offset
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { throw surprise() }
    let key = try string()
    let value = try member()
    if object.insert(key, value) { return }
    guard duplicateKeys == .lastWins else { throw JSONReadError(.duplicateKey(key), at: start) }  // guards J03
    object[key] = value
  }

  private mutating func member() throws(JSONReadError) -> JSONValue {
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw surprise() }
    skipSpace()
    return try value()
  }

  mutating func string() throws(JSONReadError) -> String {
    let start = offset + 1
    offset = start
    var isEscaped = false
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        if offset - start > limits.stringLength { throw JSONReadError(.stringTooLong, at: start) }
        defer { offset += 1 }
        let written = UnsafeBufferPointer(rebasing: bytes[start..<offset])
        return isEscaped ? Self.unescaped(written) : String(decoding: written, as: UTF8.self)
      case UInt8(ascii: "\\"):
        isEscaped = true
        try skipEscape()
      case 0x20...0x7F: offset += 1
      case 0x00..<0x20: throw JSONReadError(.controlCharacter, at: offset)
      default: try skipMultibyte()
      }
    }
    throw surprise()
  }
}

extension JSONParser {
  // Moves past a multibyte character. Throws if its bytes aren't well-formed UTF-8 (table 3-7 of Unicode 15).
  private mutating func skipMultibyte() throws(JSONReadError) {
    let (following, second): (Int, ClosedRange<UInt8>)
    switch bytes[offset] {
    case 0xC2...0xDF: (following, second) = (1, 0x80...0xBF)
    case 0xE0: (following, second) = (2, 0xA0...0xBF)
    case 0xED: (following, second) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (following, second) = (2, 0x80...0xBF)
    case 0xF0: (following, second) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (following, second) = (3, 0x80...0xBF)
    case 0xF4: (following, second) = (3, 0x80...0x8F)
    default: throw JSONReadError(.invalidUTF8, at: offset)
    }
    guard offset + following < bytes.count, second.contains(bytes[offset + 1]),  // guards J07: second.contains(bytes[offset + 1]) => true
      bytes[(offset + 1)...(offset + following)].allSatisfy({ $0 & 0xC0 == 0x80 })
    else { throw JSONReadError(.invalidUTF8, at: offset) }
    offset += following + 1
  }

  private mutating func skipEscape() throws(JSONReadError) {
    guard offset + 1 < bytes.count else { throw JSONReadError(.unexpectedEnd, at: bytes.count) }
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"): try skipUnicodeEscape()
    default: throw JSONReadError(.invalidEscape, at: offset)
    }
  }

  // Moves past a `\u` escape or a surrogate pair. Throws for a lone surrogate, because a `String` would replace it.
  private mutating func skipUnicodeEscape() throws(JSONReadError) {
    guard let unit = Self.codeUnit(bytes, at: offset) else { throw JSONReadError(.invalidEscape, at: offset) }
    switch unit {
    case 0xD800...0xDBFF:
      guard let low = Self.codeUnit(bytes, at: offset + 6), 0xDC00...0xDFFF ~= low else {  // guards J07: 0xDC00...0xDFFF ~= low => true
        throw JSONReadError(.loneSurrogate, at: offset)
      }
      offset += 12
    case 0xDC00...0xDFFF: throw JSONReadError(.loneSurrogate, at: offset)
    default: offset += 6
    }
  }

  private static func codeUnit(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> UInt32? {
    guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[(offset + 2)..<(offset + 6)] {
      guard let digit = UInt32(byte).hexadecimalDigit else { return nil }
      unit = unit << 4 | digit
    }
    return unit
  }

  private static func unescaped(_ written: UnsafeBufferPointer<UInt8>) -> String {
    var plain: [UInt8] = []
    plain.reserveCapacity(written.count)
    var offset = 0
    while offset < written.count {
      if written[offset] != UInt8(ascii: "\\") {
        plain.append(written[offset])
        offset += 1
      } else if let unit = codeUnit(written, at: offset) {
        var scalar = unit
        offset += 6
        if unit & 0xFC00 == 0xD800, let low = codeUnit(written, at: offset) {
          scalar = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
          offset += 6
        }
        plain.append(contentsOf: Unicode.Scalar(scalar).map { Array(String($0).utf8) } ?? [])
      } else {
        plain.append(character(ofEscape: written[offset + 1]))
        offset += 2
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  private static func character(ofEscape letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}
