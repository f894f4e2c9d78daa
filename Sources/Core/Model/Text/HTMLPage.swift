// SPDX-License-Identifier: GPL-3.0-or-later

struct HTMLPage {
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
struct RaisedText {
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
      // This is a price such as 19€99, as in France.
      cents = "\(separator)\(inside.suffix(2)) \(signs)"
    } else if let first = inside.first, ".,".contains(first), inside.count == 3,
      inside.dropFirst().allSatisfy(\.isNumber), separator?.isEmpty == false
    {
      cents = inside
    } else if let last = number.last, ".,".contains(last), inside.unicodeScalars.allSatisfy(\.isMinus) {
      // This is a price such as "5.–".
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
