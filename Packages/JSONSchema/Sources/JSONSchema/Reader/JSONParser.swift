// SPDX-License-Identifier: GPL-3.0-or-later

/// One pass over the bytes; recursion is bounded by the depth limit.
struct JSONParser {
  /// The whole document.
  let bytes: UnsafeBufferPointer<UInt8>
  /// What the document may not exceed.
  let limits: JSONReader.Limits
  /// What becomes of a key that is there already.
  let duplicateKeys: JSONReader.DuplicateKeys
  /// The grammar of numbers within the limits.
  let numbers: NumberGrammar
  /// The next byte to look at.
  var offset = 0
  private var depth = 0

  /// A parser at the start of a document.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, limits: JSONReader.Limits, duplicateKeys: JSONReader.DuplicateKeys
  ) {
    self.bytes = bytes
    self.limits = limits
    self.duplicateKeys = duplicateKeys
    numbers = NumberGrammar(limits: limits)
  }

  /// Reads the one value and what may stand around it.
  mutating func document() throws(JSONReadError) -> JSONValue {
    if bytes.count > limits.documentLength {
      throw JSONReadError(.documentTooLong, at: limits.documentLength)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw JSONReadError(.byteOrderMark, at: 0) }
    skipSpace()
    if offset == bytes.count { throw JSONReadError(.empty, at: offset) }
    let value = try value()
    skipSpace()
    if offset < bytes.count { throw JSONReadError(.trailingBytes, at: offset) }
    return value
  }

  /// The error of a byte, or of none, where the grammar wants another.
  func surprise() -> JSONReadError {
    guard offset < bytes.count else { return JSONReadError(.unexpectedEnd, at: bytes.count) }
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
    if depth > limits.depth { throw JSONReadError(.tooDeep, at: offset) }
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
      guard take(UInt8(ascii: ",")) else { throw surprise() }
      skipSpace()
    }
  }

  private mutating func object() throws(JSONReadError) -> JSONObject {
    try enter()
    defer { depth -= 1 }
    var object = JSONObject()
    if take(UInt8(ascii: "}")) { return object }
    while true {
      try member(of: &object)
      skipSpace()
      if take(UInt8(ascii: "}")) { return object }
      guard take(UInt8(ascii: ",")) else { throw surprise() }
      skipSpace()
    }
  }

  private mutating func member(of object: inout JSONObject) throws(JSONReadError) {
    let start = offset
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") else { throw surprise() }
    let key = try string()
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw surprise() }
    skipSpace()
    let value = try value()
    if object.insert(key, value) { return }
    guard duplicateKeys == .lastWins else { throw JSONReadError(.duplicateKey(key), at: start) }
    object[key] = value
  }
}
