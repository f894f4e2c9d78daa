// SPDX-License-Identifier: GPL-3.0-or-later

enum JSONPointer {
  static func appending(_ token: String, to pointer: String) -> String {
    if !token.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) {
      return pointer + "/" + token
    }
    var text = pointer + "/"
    for scalar in token.unicodeScalars {
      switch scalar {
      case "~": text += "~0"
      case "/": text += "~1"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  static func tokens(of pointer: String) -> [String]? {
    if pointer.isEmpty { return [] }
    let parts = pointer.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true else { return nil }
    var tokens: [String] = []
    for part in parts.dropFirst() {
      var token = ""
      var isEscaped = false
      for scalar in part {
        switch (isEscaped, scalar) {
        case (false, "~"): isEscaped = true
        case (false, _): token.unicodeScalars.append(scalar)
        case (true, "0"), (true, "1"):
          token += scalar == "0" ? "~" : "/"
          isEscaped = false
        default: return nil
        }
      }
      if isEscaped { return nil }
      tokens.append(token)
    }
    return tokens
  }

  static func step(_ token: String, in value: JSONValue) -> JSONValue? {
    if let object = value.object { return object[token] }
    guard let place = Int(token), String(place) == token else { return nil }
    return value[place]
  }
}
