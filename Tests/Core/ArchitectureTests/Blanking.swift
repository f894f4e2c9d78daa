// SPDX-License-Identifier: GPL-3.0-or-later

/// Replaces comments and the contents of string literals with spaces. Line ends and the length in bytes stay the same.
struct Blanking {
  private let bytes: [UInt8]
  private var output: [UInt8]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    output = bytes
  }

  mutating func code() -> String {
    readCode(untilParenthesis: false)
    return String(decoding: output, as: UTF8.self)
  }
}

extension Blanking {
  private func starts(_ text: String) -> Bool {
    var place = index
    for byte in text.utf8 {
      guard place < bytes.count, bytes[place] == byte else { return false }
      place += 1
    }
    return true
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] != UInt8(ascii: "\n") { output[index] = UInt8(ascii: " ") }
      index += 1
    }
  }

  /// Reads code to the end of the file or, inside an interpolation, past the closing parenthesis.
  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while index < bytes.count {
      if starts("//") {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
      } else if starts("/*") {
        while index < bytes.count, !starts("*/") { blank() }
        blank(2)
      } else if bytes[index] == UInt8(ascii: "\"") {
        readString(hashes: hashesBefore())
      } else {
        if bytes[index] == UInt8(ascii: "(") { depth += 1 }
        if bytes[index] == UInt8(ascii: ")") { depth -= 1 }
        // An interpolation in a one-line string ends at the line end at the latest.
        if untilParenthesis, depth < 0 || bytes[index] == UInt8(ascii: "\n") { return }
        index += 1
      }
    }
  }

  private func hashesBefore() -> Int {
    var count = 0
    while index - count > 0, bytes[index - count - 1] == UInt8(ascii: "#") { count += 1 }
    return count
  }

  private mutating func readString(hashes: Int) {
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    let mark = String(repeating: "#", count: hashes)
    index += quote.count
    while index < bytes.count {
      if starts(quote + mark) {
        index += quote.count
        return
      }
      if quote.count == 1, bytes[index] == UInt8(ascii: "\n") { return }
      if starts("\\" + mark + "(") {
        blank(2 + hashes)
        readCode(untilParenthesis: true)
        blank()
      } else if hashes == 0, bytes[index] == UInt8(ascii: "\\") {
        blank(2)
      } else {
        blank()
      }
    }
  }
}
