// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads HTML from the clipboard, which has cells, struck-through prices and superscripts.
public struct PastedHTML: Sendable {
  /// One row per line, with tabs between cells.
  public let text: String

  /// Elements whose text is not valid or not visible.
  private static let dropped: Set<String> = [
    "s", "strike", "del", "script", "style", "head", "title", "template", "noscript",
  ]
  private static let empty: Set<String> = ["br", "hr", "img", "input", "meta", "link", "wbr", "col"]
  private static let blocks: Set<String> = [
    "tr", "p", "div", "li", "ul", "ol", "table", "thead", "tbody", "tfoot", "h1", "h2", "h3", "h4", "h5", "h6",
    "section",
    "article", "header", "footer", "dl", "dt", "dd", "pre", "blockquote",
  ]

  public init(_ html: String, decimal: Character = ".") {
    var (out, rest) = ("", html[...])
    var open: [(name: String, isDropped: Bool)] = []
    var raised: String?
    var hasCell = false
    func breakLine() {
      hasCell = false
      while out.last == " " { out.removeLast() }
      if !out.isEmpty, out.last != "\n" { out += "\n" }
    }
    while let character = rest.first {
      guard character == "<" else {
        let piece = rest.prefix { $0 != "<" }
        rest = rest.dropFirst(piece.count)
        guard !open.contains(where: \.isDropped) else { continue }
        let written = Self.unescaped(piece)
        if raised != nil { raised? += written } else { Self.append(written, to: &out) }
        continue
      }
      if rest.hasPrefix("<!--") {
        rest = rest.firstRange(of: "-->").map { rest[$0.upperBound...] } ?? ""
        continue
      }
      guard let end = rest.firstIndex(of: ">") else { break }
      let tag = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...]
      let isEnd = tag.first == "/"
      let name = (isEnd ? tag.dropFirst() : tag).prefix { $0.isLetter || $0.isNumber }.lowercased()
      if isEnd {
        if let place = open.lastIndex(where: { $0.name == name }) { open.removeSubrange(place...) }
        if name == "sup", let cents = raised {
          raised = nil
          Self.append(cents: cents.trimmed(), to: &out, decimal)
        }
      } else if !Self.empty.contains(name), tag.last != "/" {
        open.append((name, Self.dropped.contains(name) || Self.strikes(tag)))
        if name == "sup", !open.contains(where: \.isDropped) { raised = "" }
      }
      if name == "td" || name == "th", !isEnd {
        while hasCell, out.last == " " { out.removeLast() }
        if hasCell { out += "\t" }
        hasCell = true
      } else if name == "br" || Self.blocks.contains(name), !(hasCell && name != "tr") {
        breakLine()
      } else if name == "br" || Self.blocks.contains(name), isEnd || name == "br" {
        Self.append(" ", to: &out)
      }
    }
    let rows = out.split(separator: "\n", omittingEmptySubsequences: true).map { $0.trimmingSuffix { $0 == " " } }
    text = rows.filter { row in row.contains { !$0.isWhitespace } }.joined(separator: "\n")
  }

  private static func append(_ piece: String, to out: inout String) {
    for character in piece {
      let isSpace =
        character == " " || character == "\n" || character == "\r" || character == "\r\n" || character == "\t"
      if !isSpace {
        out.append(character)
      } else if let last = out.last, last != " ", last != "\n", last != "\t" {
        out.append(" ")
      }
    }
  }

  /// Appends raised digits. Two after a whole number are cents, and any others are footnotes.
  private static func append(cents: String, to out: inout String, _ decimal: Character) {
    let number = out.reversed().prefix { $0.isNumber || ".,'\u{2019}".contains($0) }
    guard cents.count == 2, cents.allSatisfy(\.isNumber), let last = number.first, last.isNumber else { return }
    let digits = number.prefix(while: \.isNumber).count
    let isWhole = digits == number.count || digits == 3
    if isWhole { out += "\(decimal)\(cents)" }
  }

  private static func strikes(_ tag: Substring) -> Bool {
    let tag = tag.lowercased()
    return tag.contains("line-through") || tag.contains("display:none") || tag.contains("display: none")
  }

  private static func unescaped(_ text: Substring) -> String {
    guard text.contains("&") else { return String(text) }
    var (out, rest) = ("", text)
    while let start = rest.firstIndex(of: "&") {
      out += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.prefix(12).firstIndex(of: ";"), let character = entity(rest[..<end]) else {
        out += "&"
        continue
      }
      out += character
      rest = rest[rest.index(after: end)...]
    }
    return out + rest
  }

  private static func entity(_ name: Substring) -> String? {
    if name.first == "#" {
      let digits = name.dropFirst()
      let code = digits.first == "x" || digits.first == "X" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
    return names[String(name)]
  }

  private static let names = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "ensp": "\u{2002}",
    "thinsp": "\u{2009}",
    "euro": "€", "pound": "£", "yen": "¥", "cent": "¢", "curren": "¤", "minus": "\u{2212}", "ndash": "\u{2013}",
    "mdash": "\u{2014}", "frac12": "½", "frac14": "¼", "frac34": "¾", "times": "×", "middot": "·", "bull": "•",
    "shy": "",
    "zwnj": "\u{200C}", "lrm": "\u{200E}", "rlm": "\u{200F}",
  ]
}
