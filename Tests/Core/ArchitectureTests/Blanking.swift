// SPDX-License-Identifier: GPL-3.0-or-later

/// Replaces comments and the contents of string literals by spaces; line ends and lengths stay.
struct Blanking {
  private let characters: [Character]
  private var output: [Character]
  private var index = 0

  init(_ text: String) {
    characters = Array(text)
    output = characters
  }

  mutating func code() -> String {
    readCode(untilParenthesis: false)
    return String(output)
  }
}

extension Blanking {
  private func starts(_ text: String) -> Bool {
    let wanted = Array(text)
    return index + wanted.count <= characters.count
      && Array(characters[index..<index + wanted.count]) == wanted
  }

  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where index < characters.count {
      if characters[index] != "\n" { output[index] = " " }
      index += 1
    }
  }

  /// Reads on to the end, or, inside an interpolation, past the bracket that closes it.
  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while index < characters.count {
      if starts("//") {
        while index < characters.count, characters[index] != "\n" { blank() }
      } else if starts("/*") {
        while index < characters.count, !starts("*/") { blank() }
        blank(2)
      } else if characters[index] == "\"" {
        readString(hashes: hashesBefore())
      } else {
        if characters[index] == "(" { depth += 1 }
        if characters[index] == ")" { depth -= 1 }
        // A string on one line cannot hold an interpolation that goes on to the next.
        if untilParenthesis, depth < 0 || characters[index] == "\n" { return }
        index += 1
      }
    }
  }

  private func hashesBefore() -> Int {
    var count = 0
    while index - count > 0, characters[index - count - 1] == "#" { count += 1 }
    return count
  }

  private mutating func readString(hashes: Int) {
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    let mark = String(repeating: "#", count: hashes)
    index += quote.count
    while index < characters.count {
      if starts(quote + mark) {
        index += quote.count
        return
      }
      if quote.count == 1, characters[index] == "\n" { return }
      if starts("\\" + mark + "(") {
        blank(2 + hashes)
        readCode(untilParenthesis: true)
        blank()
      } else if hashes == 0, characters[index] == "\\" {
        blank(2)
      } else {
        blank()
      }
    }
  }
}
