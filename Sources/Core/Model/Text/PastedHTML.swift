// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads HTML from the clipboard. Handles cells with stored values, struck-through prices and superscripts.
public struct PastedHTML: Sendable {
  public static let mostBytes = 1 << 24
  /// The text with one row per line and tabs between cells.
  public let text: String
  public let hasCells: Bool

  /// Reads HTML. `decimal`: the decimal sign to write. Nil if too long, too deeply nested, or not in UTF-8 or UTF-16.
  public init?(_ bytes: [UInt8], decimal: Unicode.Scalar = ".") {
    guard bytes.count <= Self.mostBytes, let html = Self.decoded(bytes) else { return nil }
    var page = HTMLPage(decimal: decimal)
    for token in HTMLTokens(html) {
      guard page.process(token) else { return nil }
    }
    (text, hasCells) = page.finish()
  }

  public init?(_ html: String, decimal: Unicode.Scalar = ".") {
    self.init(Array(html.utf8), decimal: decimal)
  }

  /// Returns the text of the HTML. Returns `plain` if the HTML is unreadable, or has the same content and no table.
  public static func text(html: [UInt8]?, plain: String, decimal: Unicode.Scalar) -> String {
    guard let html, let page = PastedHTML(html, decimal: decimal), !page.text.isEmpty else { return plain }
    let written = { (text: String) in text.unicodeScalars.filter { !$0.properties.isWhitespace } }
    return !page.hasCells && written(page.text).elementsEqual(written(plain)) ? plain : page.text
  }

  public static func isPage(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(24).lowercased()
    return ["<!doctype html", "<html", "<meta ", "<table", "<head", "<body", "<google-sheets", "<!--startfragment"]
      .contains { start.hasPrefix($0) }
  }

  private static func decoded(_ bytes: [UInt8]) -> [UInt8]? {
    let isLittle = bytes.starts(with: [0xFF, 0xFE])
    if isLittle || bytes.starts(with: [0xFE, 0xFF]) {
      let (low, high) = isLittle ? (0, 1) : (1, 0)
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
        UInt16(bytes[place + low]) | UInt16(bytes[place + high]) << 8
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    }
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    return String(validating: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self).map { Array($0.utf8) }
  }
}

private struct HTMLPage {
  private struct Element {
    let name: String
    let isHidden: Bool
    let isPreformatted: Bool
  }

  private struct Table {
    var row = 0
    var column = 0
    /// For each column, the first row that isn't covered by a cell from a row above.
    var reached = [Int](repeating: 0, count: HTMLPage.mostColumns)
  }

  private enum Raised {
    case superscript
    /// A small text after a price. Two digits are cents, and any other content is text.
    case small
  }

  /// The deepest nesting of elements. Browsers have such a limit too.
  private static let mostDepth = 512
  private static let mostColumns = 64

  private let decimal: Unicode.Scalar
  private var out: [UInt8] = []
  private var open: [Element] = []
  private var counts: [String: Int] = [:]
  private var hidden = 0
  private var preformatted = 0
  /// The open tables. The first is for cells outside of tables.
  private var tables = [Table()]
  private var tabs = 0
  private var cell: (start: Int, stored: StoredCell?)?
  private var raised: (kind: Raised, start: Int, depth: Int)?
  /// The last text that looked like a footnote's sign. It can be the upper half of a fraction.
  private var footnote: (place: Int, text: String)?
  private var hasCells = false
  private var isStyle = false
  /// The classes that a style sheet hides or strikes through.
  private var hiddenClasses: Set<String> = []

  init(decimal: Unicode.Scalar) {
    self.decimal = decimal
  }

  /// Adds a token. Returns false if elements are nested too deeply.
  mutating func process(_ token: HTMLTokens.Token) -> Bool {
    switch token {
    case .text(let bytes):
      if isStyle { readStyle(bytes) }
      if hidden == 0 { append(HTMLText.unescaped(bytes)) }
    case .start(let tag): return start(tag)
    case .end(let name): end(name)
    }
    return true
  }

  mutating func finish() -> (text: String, hasCells: Bool) {
    breakLine()
    let rows = out.split(separator: UInt8(ascii: "\n")).filter { row in row.contains { !$0.isHTMLSpace } }
    return (rows.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n"), hasCells)
  }

  private mutating func start(_ tag: HTMLTag) -> Bool {
    let name = tag.name
    let attributes = tag.hasAttributes ? tag.attributes : [:]
    place(name, attributes)
    guard !HTMLNames.empty.contains(name), !tag.isClosed else { return true }
    guard open.count < Self.mostDepth else { return false }
    let style = (attributes["style"] ?? "").lowercased().filter { $0 != " " }
    let element = Element(
      name: name, isHidden: isHidden(name, attributes, style),
      isPreformatted: name == "pre" || style.contains("white-space:pre"))
    open.append(element)
    counts[name, default: 0] += 1
    if element.isHidden { hidden += 1 }
    if element.isPreformatted { preformatted += 1 }
    if name == "table" { tables.append(Table()) }
    isStyle = name == "style"
    if raised == nil, hidden == 0 {
      let isSuper = HTMLNames.inline.contains(name) && style.contains("vertical-align:super")
      if name == "sup" || isSuper {
        raised = (.superscript, out.count, open.count)
      } else if name == "small" {
        raised = (.small, out.count, open.count)
      }
    }
    return true
  }

  private mutating func place(_ name: String, _ attributes: [String: String]) {
    if let (ended, borders) = HTMLNames.ended[name] { endOpen(ended, within: borders) }
    switch name {
    case "table": breakLine()
    case "tr":
      breakLine()
      tables[tables.count - 1].row += 1
      tables[tables.count - 1].column = 0
    case "td", "th": beginCell(attributes)
    case _ where name == "br" || HTMLNames.blocks.contains(name): lineEnd()
    default: break
    }
  }

  private mutating func end(_ name: String) {
    isStyle = false
    guard counts[name, default: 0] > 0, let place = open.lastIndex(where: { $0.name == name }) else { return }
    close(to: place)
    switch name {
    case "table", "tr": breakLine()
    case "td", "th": endCell()
    case _ where HTMLNames.blocks.contains(name): lineEnd()
    default: break
    }
  }

  private mutating func close(to place: Int) {
    if let raised, place < raised.depth { endRaised() }
    for element in open[place...] {
      counts[element.name, default: 1] -= 1
      if element.isHidden { hidden -= 1 }
      if element.isPreformatted { preformatted -= 1 }
      if element.name == "table" { tables.removeLast() }
    }
    open.removeSubrange(place...)
  }

  private mutating func endOpen(_ names: Set<String>, within borders: Set<String>) {
    guard names.contains(where: { counts[$0, default: 0] > 0 }) else { return }
    let place = open.lastIndex { names.contains($0.name) || borders.contains($0.name) }
    if let place, names.contains(open[place].name) { close(to: place) }
  }

  private func isHidden(_ name: String, _ attributes: [String: String], _ style: String) -> Bool {
    if HTMLNames.dropped.contains(name) || attributes["hidden"] != nil || Self.hides(style) { return true }
    guard !hiddenClasses.isEmpty, let classes = attributes["class"] else { return false }
    return classes.split(separator: " ").contains { hiddenClasses.contains(String($0)) }
  }

  private static func hides(_ style: String) -> Bool {
    ["line-through", "display:none", "visibility:hidden"].contains { style.contains($0) }
  }

  /// Finds the classes that a style sheet hides or strikes through: `.xl66 { text-decoration: line-through }`.
  private mutating func readStyle(_ bytes: ArraySlice<UInt8>) {
    for rule in bytes.split(separator: UInt8(ascii: "}")) {
      guard let brace = rule.lastIndex(of: UInt8(ascii: "{")) else { continue }
      let body = rule[brace...].filter { !$0.isHTMLSpace }.map(\.lowered)
      guard Self.hides(String(decoding: body, as: UTF8.self)) else { continue }
      for selector in String(decoding: rule[..<brace], as: UTF8.self).split(separator: ",") {
        let parts = String(selector).trimmed().split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].allSatisfy({ $0.isLetter || $0.isNumber || "-_".contains($0) }) else {
          continue
        }
        hiddenClasses.insert(String(parts[1]))
      }
    }
  }

  private mutating func append(_ text: String) {
    if let footnote, footnote.place == out.count, let first = text.first, "/\u{2044}".contains(first) {
      out += Array(" \(footnote.text)".utf8)
    }
    for byte in text.utf8 {
      if !byte.isHTMLSpace {
        out.append(byte)
      } else if preformatted > 0, cell == nil {
        if byte != UInt8(ascii: "\r") { out.append(byte) }
      } else if let last = out.last, !last.isHTMLSpace {
        out.append(UInt8(ascii: " "))
      }
    }
  }

  private mutating func breakLine() {
    endRaised()
    endCell()
    trimEnd()
    tabs = 0
    if let last = out.last, last != UInt8(ascii: "\n") { out.append(UInt8(ascii: "\n")) }
  }

  private mutating func trimEnd() {
    while out.last == UInt8(ascii: " ") { out.removeLast() }
  }

  private mutating func lineEnd() {
    guard hidden == 0 else { return }
    if cell == nil { breakLine() } else { append(" ") }
  }

  private mutating func beginCell(_ attributes: [String: String]) {
    endRaised()
    endCell()
    trimEnd()
    let number = { (name: String) in Int(attributes[name] ?? "").map { min(max($0, 1), 65_534) } ?? 1 }
    let (across, down) = (number("colspan"), number("rowspan"))
    let last = tables.count - 1
    while tables[last].column < Self.mostColumns, tables[last].reached[tables[last].column] > tables[last].row {
      tables[last].column += 1
    }
    let column = tables[last].column
    if column < Self.mostColumns {
      while tabs < column { separate() }
      let end = min(column + across, Self.mostColumns)
      for place in column..<end { tables[last].reached[place] = tables[last].row + down }
      tables[last].column = end
    } else {
      separate()
    }
    cell = (out.count, StoredCell(attributes))
  }

  private mutating func separate() {
    out.append(UInt8(ascii: "\t"))
    tabs += 1
    hasCells = true
  }

  private mutating func endCell() {
    guard let cell else { return }
    self.cell = nil
    guard let stored = cell.stored else { return }
    let start = min(cell.start, out.count)
    let shown = String(decoding: out[start...], as: UTF8.self)
    guard let text = stored.text(shownAs: shown.trimmed(), decimal: decimal) else { return }
    out.replaceSubrange(start..., with: text.utf8)
  }

  private mutating func endRaised() {
    guard let raised else { return }
    self.raised = nil
    let start = min(raised.start, out.count)
    let inside = String(decoding: out[start...], as: UTF8.self).trimmed()
    let before = String(decoding: out[..<start].suffix(60), as: UTF8.self)
    let text = RaisedText(inside, after: before, decimal: decimal)
    if let cents = text.cents {
      out.replaceSubrange(start..., with: cents.utf8)
    } else if raised.kind == .superscript, text.isFootnote {
      out.removeSubrange(start...)
      footnote = (out.count, inside)
    }
  }
}

/// The text of a superscript. It is part of a price, or the sign of a footnote.
private struct RaisedText {
  /// The text that replaces the superscript. Nil if the superscript isn't part of the number before it.
  let cents: String?
  let isFootnote: Bool

  init(_ inside: String, after before: String, decimal: Unicode.Scalar) {
    let number = String(before.reversed().prefix { $0.isNumber || ".,'\u{2019}".contains($0) }.reversed())
    let lead = before.dropLast(number.count)
    let digits = inside.prefix(while: \.isNumber)
    let rest = inside.dropFirst(digits.count).trimmed()
    let isUnit = rest.isEmpty || rest.allSatisfy(\.isCurrencySymbol) || rest.count > 1 && rest.allSatisfy(\.isLetter)
    let signs = inside.prefix(while: \.isCurrencySymbol)
    isFootnote = !inside.contains(where: \.isCurrencySymbol) && inside.count(where: \.isLetter) < 2
    let isPrice = number.first?.isNumber == true && lead.last.map { !"/:-".contains($0) } ?? true
    let separator = isPrice ? Self.separator(after: number, decimal) : nil
    if number == "10", !digits.isEmpty, rest.isEmpty, let times = lead.trimmed().last, "×·*x".contains(times) {
      // Write an exponent of ten with "^", so that the exponent isn't lost.
      cents = "^\(digits)"
    } else if digits.count == 2, isUnit, let separator {
      cents = "\(separator)\(digits)\(rest.isEmpty ? "" : " ")\(rest)"
    } else if !signs.isEmpty, inside.count == signs.count + 2, inside.suffix(2).allSatisfy(\.isNumber), let separator {
      // Write the cents of a price such as 19€99, as in France, before the currency sign.
      cents = "\(separator)\(inside.suffix(2)) \(signs)"
    } else if let first = inside.first, ".,".contains(first), inside.count == 3,
      inside.dropFirst().allSatisfy(\.isNumber), separator?.isEmpty == false
    {
      cents = inside
    } else if let last = number.last, ".,".contains(last), inside.unicodeScalars.allSatisfy(\.isMinus) {
      // Keep the dash of a price such as "5.–".
      cents = inside
    } else {
      cents = nil
    }
  }

  /// Returns the separator to write between a whole number and its cents. Nil if the number already has decimals.
  private static func separator(after number: String, _ decimal: Unicode.Scalar) -> String? {
    guard let last = number.last else { return nil }
    if !last.isNumber { return ".,".contains(last) && number.count > 1 ? "" : nil }
    let decimals = number.reversed().prefix(while: \.isNumber).count
    guard decimals == number.count || decimals == 3 else { return nil }
    if number.contains(".") { return "," }
    return number.contains(",") ? "." : String(Character(decimal))
  }
}

private enum HTMLNames {
  /// The elements without content. Longer names are cut after 8 bytes, as in `HTMLTag`.
  static let empty: Set<String> = [
    "br", "hr", "img", "input", "meta", "link", "wbr", "col", "base", "area", "embed", "source", "track", "param",
  ]
  /// The elements whose text is crossed out or invisible, so that it must not be read.
  static let dropped: Set<String> = [
    "s", "strike", "del", "script", "style", "head", "title", "template", "noscript", "select", "textarea", "datalist",
    "svg", "iframe", "object", "comment", "audio", "video", "canvas", "xmp",
  ]
  static let blocks: Set<String> = [
    "p", "div", "li", "ul", "ol", "thead", "tbody", "tfoot", "caption", "h1", "h2", "h3", "h4", "h5", "h6", "section",
    "article", "header", "footer", "main", "nav", "aside", "dl", "dt", "dd", "pre", "blockquo", "hr", "form", "address",
    "figure", "figcapti", "fieldset", "body",
  ]
  static let inline: Set<String> = ["span", "b", "i", "em", "strong", "font", "a", "u", "small", "bdi", "bdo", "mark"]

  /// For each start tag, the open elements that it ends, and the outer elements at which the search for them stops.
  static let ended: [String: (Set<String>, Set<String>)] = [
    "p": (["p"], ["td", "th", "table", "li", "div"]), "li": (["li"], ["ul", "ol", "table"]),
    "dt": (["dt", "dd"], ["dl", "table"]), "dd": (["dt", "dd"], ["dl", "table"]),
    "td": (["td", "th"], ["tr", "table"]), "th": (["td", "th"], ["tr", "table"]), "tr": (["tr"], ["table"]),
    "thead": (["thead", "tbody", "tfoot"], ["table"]), "tbody": (["thead", "tbody", "tfoot"], ["table"]),
    "tfoot": (["thead", "tbody", "tfoot"], ["table"]), "body": (["head"], []),
  ]
}

/// Splits HTML into text and tags in one pass. Accepts broken markup.
private struct HTMLTokens: IteratorProtocol, Sequence {
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
private struct HTMLTag {
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

private enum HTMLText {
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
      // Try the word, then only its letters, because old pages omit the semicolon after the name, as in "&pound5".
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
