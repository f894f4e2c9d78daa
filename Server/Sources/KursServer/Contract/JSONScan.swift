// SPDX-License-Identifier: GPL-3.0-or-later

/// Checks the bytes of a JSON body before they become text. Swift takes quadratic time to compare or hash a string with
/// many combining marks. Every name in the API is short ASCII, so any other key is refused.
struct JSONScan {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var at = 0
  private var total = 0

  static let depthLimit = 16
  static let keyLimit = 100
  static let elementLimit = 1000
  /// The maximum size of the body in bytes. A larger body would keep a processor core busy.
  static let totalLimit = 32_768

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  static func check(_ bytes: [UInt8]) throws(Refusal) {
    let fault = bytes.withUnsafeBufferPointer { buffer -> Refusal? in
      var scan = JSONScan(buffer)
      do throws(Refusal) {
        try scan.value(depth: 0)
        scan.skipSpace()
        return scan.at == buffer.count ? nil : Refusal(.malformed)
      } catch {
        return error
      }
    }
    if let fault { throw fault }
  }

  private mutating func value(depth: Int) throws(Refusal) {
    guard depth <= Self.depthLimit else { throw Refusal(.malformed) }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{"): try list(endsWith: UInt8(ascii: "}"), depth: depth, isObject: true)
    case UInt8(ascii: "["): try list(endsWith: UInt8(ascii: "]"), depth: depth, isObject: false)
    case UInt8(ascii: "\""): try text()
    case UInt8(ascii: "t"): try word("true")
    case UInt8(ascii: "f"): try word("false")
    case UInt8(ascii: "n"): try word("null")
    default: try number()
    }
  }

  private mutating func list(endsWith end: UInt8, depth: Int, isObject: Bool) throws(Refusal) {
    at += 1
    skipSpace()
    if take(end) { return }
    var count = 0
    repeat {
      count += 1
      total += 1
      guard count <= Self.elementLimit, total <= Self.totalLimit else { throw Refusal(.tooLarge) }
      if isObject { try key() }
      try value(depth: depth + 1)
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(end) else { throw Refusal(.malformed) }
  }

  private mutating func key() throws(Refusal) {
    skipSpace()
    guard take(UInt8(ascii: "\"")) else { throw Refusal(.malformed) }
    let start = at
    while let byte = peek, byte != UInt8(ascii: "\"") {
      guard (0x20...0x7E).contains(byte), byte != UInt8(ascii: "\\"), at - start < Self.keyLimit else {  // guards N01: (0x20...0x7E).contains(byte) => true
        throw Refusal(.malformed)
      }
      at += 1
    }
    guard take(UInt8(ascii: "\"")) else { throw Refusal(.malformed) }
    skipSpace()
    guard take(UInt8(ascii: ":")) else { throw Refusal(.malformed) }
  }

  private mutating func text() throws(Refusal) {
    at += 1
    while let byte = peek {
      at += 1
      if byte == UInt8(ascii: "\"") { return }
      guard byte >= 0x20 else { throw Refusal(.malformed) }
      // Skips the byte after a backslash, so that an escaped quote doesn't end the text. The decoder checks escapes
      // later.
      if byte == UInt8(ascii: "\\") { at += 1 }
    }
    throw Refusal(.malformed)
  }

  private mutating func number() throws(Refusal) {
    let start = at
    while let byte = peek, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { at += 1 }
    // No number in the API needs more than 32 characters: a time in milliseconds has 13 digits, and integers have at
    // most 64 bits.
    guard (1...32).contains(at - start) else { throw Refusal(.malformed) }
  }

  private mutating func word(_ word: StaticString) throws(Refusal) {
    for offset in 0..<word.utf8CodeUnitCount {
      guard take(word.utf8Start[offset]) else { throw Refusal(.malformed) }
    }
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }
}
