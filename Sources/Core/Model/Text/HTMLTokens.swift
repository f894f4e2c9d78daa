// SPDX-License-Identifier: GPL-3.0-or-later

/// Splits HTML into text and tags in one pass. Accepts broken markup.
struct HTMLTokens: IteratorProtocol, Sequence {
  enum Token {
    case text(ArraySlice<UInt8>)
    case start(HTMLTag)
    case end(String)
  }

  /// The elements whose text contains no tags.
  private static let raw: Set<String> = ["script", "style", "textarea", "title", "iframe", "xmp"]

  private let bytes: [UInt8]
  private var place = 0
  private var rawName: String?

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Token? {
    if let name = rawName { return rawText(until: name) }
    while place < bytes.count {
      guard bytes[place] == UInt8(ascii: "<"), let second = byte(place + 1) else { return text() }
      if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") {
        skipDeclaration()
      } else if second == UInt8(ascii: "/"), byte(place + 2)?.isLetter == true {
        let name = Self.name(bytes[(place + 2)...])
        place = (bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
        return .end(name)
      } else if second.isLetter {
        guard let tag = self.tag() else { return nil }
        if Self.raw.contains(tag.name), !tag.isClosed { rawName = tag.name }
        return .start(tag)
      } else {
        return text()
      }
    }
    return nil
  }

  private func byte(_ place: Int) -> UInt8? { place < bytes.count ? bytes[place] : nil }

  private mutating func text() -> Token {
    let start = place
    place = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    return .text(bytes[start..<place])
  }

  private mutating func rawText(until name: String) -> Token? {
    rawName = nil
    let (start, end) = (place, Array("</\(name)".utf8))
    while place < bytes.count {
      if bytes[place] == end[0], bytes[place...].prefix(end.count).elementsEqual(end, by: { $0.lowered == $1 }) {
        break
      }
      place += 1
    }
    return .text(bytes[start..<place])
  }

  private mutating func skipDeclaration() {
    guard bytes[place...].starts(with: "<!--".utf8) else {
      place = (bytes[place...].firstIndex(of: UInt8(ascii: ">")) ?? bytes.count - 1) + 1
      return
    }
    place += 2
    while place < bytes.count, !bytes[place...].starts(with: "-->".utf8) { place += 1 }
    place = Swift.min(place + 3, bytes.count)
  }

  /// Reads a tag up to its ">". Nil if the ">" is missing. Then the rest of the text belongs to the tag.
  private mutating func tag() -> HTMLTag? {
    let start = place + 1
    var (end, quote, isValue) = (start, UInt8?.none, false)
    while end < bytes.count {
      let byte = bytes[end]
      if let open = quote {
        if byte == open { quote = nil }
      } else if isValue, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        break
      }
      if !byte.isHTMLSpace { isValue = byte == UInt8(ascii: "=") }
      end += 1
    }
    place = Swift.min(end + 1, bytes.count)
    return end < bytes.count ? HTMLTag(bytes[start..<end]) : nil
  }

  static func name(_ bytes: ArraySlice<UInt8>) -> String {
    let name = bytes.prefix(8).prefix { $0.isLetter || (0x30...0x39).contains($0) }
    return String(decoding: name.map(\.lowered), as: UTF8.self)
  }
}

/// A start tag. Its attributes are read only when they are needed.
struct HTMLTag {
  /// The name in lower case, cut after 8 bytes.
  let name: String
  private let inside: ArraySlice<UInt8>

  init(_ inside: ArraySlice<UInt8>) {
    self.inside = inside
    name = HTMLTokens.name(inside)
  }

  var isClosed: Bool { inside.last == UInt8(ascii: "/") }
  var hasAttributes: Bool { inside.contains(UInt8(ascii: " ")) || inside.contains { $0.isHTMLSpace } }

  /// The attributes by lower-case name. An attribute without a value is empty. Of repeated names, the first is used.
  var attributes: [String: String] {
    var (found, rest) = ([String: String](), inside.drop { !$0.isHTMLSpace })
    while true {
      rest = rest.drop { $0.isHTMLSpace || $0 == UInt8(ascii: "/") }
      let name = rest.prefix { !$0.isHTMLSpace && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "/") }
      guard !rest.isEmpty else { return found }
      rest = rest[name.endIndex...].drop(while: \.isHTMLSpace)
      var value = rest.prefix(0)
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop(while: \.isHTMLSpace)
        if let quote = rest.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
          value = rest.dropFirst().prefix { $0 != quote }
          rest = rest[value.endIndex...].dropFirst()
        } else {
          value = rest.prefix { !$0.isHTMLSpace }
          rest = rest[value.endIndex...]
        }
      }
      let key = String(decoding: name.map(\.lowered), as: UTF8.self)
      if found.count < 64, found[key] == nil { found[key] = HTMLText.unescaped(value) }
    }
  }
}

enum HTMLText {
  /// Returns the text with its character references resolved. Unknown references stay as they are.
  static func unescaped(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var (out, rest) = ([UInt8](), bytes)
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      out += rest[..<start]
      rest = rest[start...].dropFirst()
      guard let (text, length) = reference(rest) else {
        out.append(UInt8(ascii: "&"))
        continue
      }
      out += Array(text.utf8)
      rest = rest.dropFirst(length)
      if rest.first == UInt8(ascii: ";") { rest = rest.dropFirst() }
    }
    return String(decoding: out + rest, as: UTF8.self)
  }

  private static func reference(_ bytes: ArraySlice<UInt8>) -> (text: String, length: Int)? {
    guard bytes.first == UInt8(ascii: "#") else {
      guard bytes.first?.isLetter == true else { return nil }
      let word = bytes.prefix(9).prefix { $0.isLetter || (0x30...0x39).contains($0) }
      // Then try only the letters, because old pages omit the semicolon after the name, as in "&pound5".
      for part in [word, word.prefix(while: \.isLetter)] {
        if let text = names[String(decoding: part, as: UTF8.self)] { return (text, part.count) }
      }
      return nil
    }
    let isHex = bytes.dropFirst().first.map { $0.lowered == UInt8(ascii: "x") } ?? false
    let digits = bytes.dropFirst(isHex ? 2 : 1).prefix(9).prefix {
      (0x30...0x39).contains($0) || isHex && (0x61...0x66).contains($0.lowered)
    }
    guard let code = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10) else { return nil }
    let scalar: Unicode.Scalar? = code == 0x80 ? "€" : code == 0 ? nil : Unicode.Scalar(code)
    return (String(Character(scalar ?? "\u{FFFD}")), digits.count + (isHex ? 2 : 1))
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ensp": "\u{2002}",
    "emsp": "\u{2003}", "thinsp": "\u{2009}", "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "curren": "¤",
    "minus": "\u{2212}", "ndash": "\u{2013}", "mdash": "\u{2014}", "rsquo": "\u{2019}", "lsquo": "\u{2018}",
    "frac12": "½", "frac14": "¼", "frac34": "¾", "times": "×", "divide": "÷", "middot": "·", "bull": "•", "sup1": "¹",
    "sup2": "²", "sup3": "³", "dollar": "$", "percnt": "%", "plus": "+", "comma": ",", "period": ".", "lpar": "(",
    "rpar": ")", "num": "#", "hyphen": "-", "dash": "-", "shy": "", "zwnj": "\u{200C}", "zwj": "\u{200D}",
    "lrm": "\u{200E}", "rlm": "\u{200F}", "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö",
    "Uuml": "Ü", "szlig": "ß", "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ntilde": "ñ",
  ]
}

extension UInt8 {
  var lowered: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
  var isLetter: Bool { (0x61...0x7A).contains(lowered) }
  /// Whether the byte is white space in HTML. A no-break space doesn't count.
  var isHTMLSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) && self != 0x0B }
}
