// SPDX-License-Identifier: GPL-3.0-or-later
import FoundationEssentials

/// Base64 for URLs and file names (RFC 4648, section 5), without padding.
enum Base64URL {
  static func text(_ bytes: some Collection<UInt8>) -> String {
    String(
      Data(bytes).base64EncodedString().compactMap { character in
        switch character {
        case "+": "-"
        case "/": "_"
        case "=": nil
        default: character
        }
      })
  }

  /// Decodes a text. Returns nil if the text is invalid or isn't exactly the text that encoding the bytes would return.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") }) else { return nil }
    let standard = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
    guard let data = Data(base64Encoded: String(standard) + padding), self.text(data) == text else { return nil }
    return [UInt8](data)
  }
}
