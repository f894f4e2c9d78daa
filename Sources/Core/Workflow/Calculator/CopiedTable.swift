// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// A table for the clipboard, as text with tabs and as HTML. Spreadsheets read its cells as numbers, days or text.
public struct CopiedTable: Hashable, Sendable {
  public enum Cell: Hashable, Sendable {
    case empty
    case text(String)
    case number(Rational)
    /// A fraction, shown as a percentage with two decimals.
    case percent(Rational)
    case day(Day)
  }

  public var rows: [[Cell]]

  public init(_ rows: [[Cell]]) {
    self.rows = rows
  }

  /// Returns one line per row. Numbers have no grouping, and days are written as 2026-10-30.
  public func text(_ symbols: NumberSymbols) -> String {
    rows.map { row in row.map { Self.plain($0, symbols) }.joined(separator: "\t") + "\n" }.joined()
  }

  /// Returns an HTML page whose attributes contain the exact values. LibreOffice reads these values in any locale.
  public func html(_ symbols: NumberSymbols) -> String {
    let body = rows.map { row in "<tr>" + row.map { Self.cell($0, symbols) }.joined() + "</tr>\n" }.joined()
    return """
      <html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"></head>
      <body><table>
      \(body)</table></body></html>

      """
  }

  private static func plain(_ cell: Cell, _ symbols: NumberSymbols) -> String {
    switch cell {
    case .text(let text): CSV.safe(inOneCell(text))
    default: shown(cell, symbols)
    }
  }

  private static func cell(_ cell: Cell, _ symbols: NumberSymbols) -> String {
    let stored = { (value: String, format: String) in
      "<td align=\"right\" sdval=\"\(value)\" sdnum=\"1033;\(format)\">\(shown(cell, symbols))</td>"
    }
    return switch cell {
    case .empty: "<td></td>"
    // The format for text prevents spreadsheets from running this text as a formula.
    case .text(let text): "<td sdnum=\"1033;1033;@\">\(escaped(inOneCell(text)))</td>"
    case .number(let number): stored(number.exactText(significant: 17), "")
    case .percent(let fraction): stored(fraction.exactText(significant: 17), "1033;0.00%")
    case .day(let day): stored("\(day - Day(number: -firstDay))", "1033;YYYY-MM-DD")
    }
  }

  private static func shown(_ cell: Cell, _ symbols: NumberSymbols) -> String {
    switch cell {
    case .empty: ""
    case .text(let text): text
    case .number(let number): written(number.exactText(significant: 15), symbols)
    case .percent(let fraction): written((fraction * Rational(100)).text(places: 2), symbols) + "%"
    case .day(let day): day.description
    }
  }

  /// Writes a number with ASCII digits. Writes 1.234 as 1.2340, because 1.234 could also mean 1,234.
  private static func written(_ literal: String, _ symbols: NumberSymbols) -> String {
    let parts = literal.split(separator: ".")
    guard parts.count == 2 else { return literal }
    return "\(parts[0])\(symbols.decimal == "," ? "," : ".")\(parts[1])\(parts[1].utf8.count == 3 ? "0" : "")"
  }

  private static func inOneCell(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// The number of days from 1899-12-30, the first day of spreadsheets, to 1970-01-01.
  private static let firstDay: Int32 = 25_569
}
