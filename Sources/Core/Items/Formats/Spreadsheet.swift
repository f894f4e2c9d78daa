// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

public enum SpreadsheetReadFault: Error, Hashable, Sendable {
  /// The file has another format, such as .xls. The user must convert it with another program.
  case foreign
  case encrypted
  case damaged
  case tooLarge(bytes: Int)
  case noSheet(String, among: [String])
  case empty
}

/// A sheet of an .xlsx, .ods or .fods file as CSV, with stored values, decimal points, currencies and ISO 8601 dates.
public struct Spreadsheet: Sendable {
  public struct Sheet: Sendable {
    public let name: String
    public let isHidden: Bool
  }

  /// The maximum size after decompression, in bytes.
  public static let limit = 256 << 20

  public private(set) var sheets: [Sheet] = []
  public private(set) var sheet = ""
  public private(set) var csv: [UInt8] = []
  /// The numbers of the rows that the spreadsheet hides, counted from 1.
  public private(set) var hiddenRows: [Int] = []

  /// Reads a sheet. `sheet` is its name or number. Nil selects the first visible sheet.
  public init(_ bytes: [UInt8], sheet sheetName: String? = nil) throws(SpreadsheetReadFault) {
    if bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      let name = Array("EncryptedPackage".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      throw Self.contains(bytes, name) ? .encrypted : .foreign
    }
    guard bytes.starts(with: [0x50, 0x4B]) else {
      guard Self.contains(Array(bytes.prefix(4096)), Array("office:document".utf8)) else { throw .foreign }
      try read(open: bytes, sheetName)
      return
    }
    let archive = try Archive(bytes)
    if archive.has("xl/workbook.xml") {
      try read(workbook: archive, sheetName)
    } else if archive.has("content.xml") {
      if let manifest = try archive.file("META-INF/manifest.xml"),
        Self.contains(manifest, Array("encryption-data".utf8))
      {
        throw .encrypted
      }
      try read(open: archive.file("content.xml") ?? [], sheetName)
    } else {
      throw .foreign
    }
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, bytes.count >= part.count else { return false }
    return (0...(bytes.count - part.count)).contains { bytes[$0] == first && bytes[$0...].starts(with: part) }
  }

  private func place(of sheetName: String?) throws(SpreadsheetReadFault) -> Int {
    guard !sheets.isEmpty else { throw .damaged }
    guard let sheetName else { return sheets.firstIndex { !$0.isHidden } ?? 0 }
    if let named = sheets.firstIndex(where: { $0.name.lowercased() == sheetName.lowercased() }) { return named }
    guard let number = Int(sheetName), sheets.indices.contains(number - 1) else {
      throw .noSheet(sheetName, among: sheets.map(\.name))
    }
    return number - 1
  }

  private mutating func finish(_ rows: SheetRows) throws(SpreadsheetReadFault) {
    (csv, hiddenRows) = (rows.csv, rows.hidden)
    if csv.isEmpty { throw .empty }
  }

  private mutating func read(open document: [UInt8], _ sheetName: String?) throws(SpreadsheetReadFault) {
    // All sheet names are read first, because the requested sheet may be the last.
    var found: [Sheet] = []
    var hiddenStyles: Set<String> = []
    var style = ""
    try readXML(document) { name, attributes in
      if name == "style:style" { style = attributes["style:name"] ?? "" }
      if name == "style:table-properties", attributes["table:display"] == "false" { hiddenStyles.insert(style) }
      if name == "table:table", let title = attributes["table:name"] {
        found.append(Sheet(name: title, isHidden: hiddenStyles.contains(attributes["table:style-name"] ?? "-")))
      }
    }
    sheets = found
    let wanted = try place(of: sheetName)
    sheet = sheets[wanted].name
    var reader = OpenSheet(wanted)
    try readXML(document, text: { reader.text($0) }, end: { reader.end($0) }) { reader.start($0, $1) }
    try finish(reader.rows)
  }

  private mutating func read(workbook archive: Archive, _ sheetName: String?) throws(SpreadsheetReadFault) {
    var (found, ids, targets, is1904) = ([Sheet](), [String](), [String: String](), false)
    try readXML(archive.file("xl/workbook.xml") ?? []) { name, attributes in
      if name == "workbookPr" { is1904 = ["1", "true"].contains(attributes["date1904"] ?? "") }
      guard name == "sheet", let title = attributes["name"] else { return }
      found.append(Sheet(name: title, isHidden: attributes["state"].map { $0 != "visible" } ?? false))
      ids.append(attributes["r:id"] ?? "")
    }
    try readXML(archive.file("xl/_rels/workbook.xml.rels") ?? []) { name, attributes in
      if name == "Relationship", let id = attributes["Id"] { targets[id] = attributes["Target"] }
    }
    sheets = found
    let wanted = try place(of: sheetName)
    sheet = sheets[wanted].name
    guard let target = targets[ids[wanted]] else { throw .damaged }
    let path = target.hasPrefix("/") ? String(target.dropFirst()) : "xl/\(target)"
    var strings = SharedStrings()
    if let file = try archive.file("xl/sharedStrings.xml") {
      try readXML(file, text: { strings.text($0) }, end: { strings.end($0) }) { name, _ in strings.start(name) }
    }
    var formats = CellFormats()
    if let file = try archive.file("xl/styles.xml") {
      try readXML(file, end: { formats.end($0) }) { formats.start($0, $1) }
    }
    var reader = OfficeSheet(strings.list, formats, is1904: is1904)
    guard let file = try archive.file(path) else { throw .damaged }
    try readXML(file, text: { reader.text($0) }, end: { reader.end($0) }) { reader.start($0, $1) }
    try finish(reader.rows)
  }
}

private struct Archive {
  private let bytes: [UInt8]
  private let entries: [ZipEntry]

  init(_ bytes: [UInt8]) throws(SpreadsheetReadFault) {
    self.bytes = bytes
    do { entries = try ZipEntry.entries(bytes) } catch { throw .damaged }
  }

  func has(_ name: String) -> Bool { entries.contains { $0.name == name } }

  func file(_ name: String) throws(SpreadsheetReadFault) -> [UInt8]? {
    guard let entry = entries.first(where: { $0.name == name }) else { return nil }
    guard entry.size <= Spreadsheet.limit else { throw .tooLarge(bytes: Spreadsheet.limit) }
    do {
      let inflater = try Inflater(bytes, entry: entry, limit: Spreadsheet.limit)
      var file: [UInt8] = []
      file.reserveCapacity(entry.size)
      var piece = [UInt8](repeating: 0, count: 1 << 16)
      while !inflater.isAtEnd {
        let count = try piece.withUnsafeMutableBufferPointer { (buffer) throws(ItemError) in
          try inflater.read(into: buffer)
        }
        file += piece[..<count]
      }
      return file
    } catch {
      throw .damaged
    }
  }
}

private func readXML(
  _ bytes: [UInt8], text: (String) -> Void = { _ in }, end: (String) -> Void = { _ in },
  start: (String, [String: String]) -> Void
) throws(SpreadsheetReadFault) {
  do { try XMLEvents.read(bytes, text: text, end: end, start: start) } catch { throw .damaged }
}

private struct SheetRows {
  private var rows: [[String]] = []
  private var width = 0
  private(set) var hidden: [Int] = []
  private var blank = 0
  private static let most = 2_000_000

  var next: Int { rows.count + blank + 1 }

  mutating func add(_ cells: [String], count: Int = 1, isHidden: Bool = false) {
    let used = cells.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? 0
    guard used > 0 else {
      // Sheets can end with a million empty rows, so trailing empty rows aren't stored.
      blank += count
      return
    }
    guard rows.count + blank + count <= Self.most else { return }
    rows += Array(repeating: [], count: blank)
    blank = 0
    width = max(width, used)
    for _ in 0..<count {
      if isHidden { hidden.append(rows.count + 1) }
      rows.append(Array(cells[..<used]))
    }
  }

  var csv: [UInt8] {
    var bytes: [UInt8] = []
    for row in rows {
      let fields = row.map(Self.quoted) + Array(repeating: "", count: width - row.count)
      bytes += Array(fields.joined(separator: ",").utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
    return bytes
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.utf8.contains(where: { ",\"\n\r".utf8.contains($0) }) else { return cell }
    return "\"\(cell.replacing("\"", with: "\"\""))\""
  }
}

/// Rounds to 15 digits, because further digits of a binary fraction are noise. Spreadsheets show at most 15.
private func stored(_ text: String) -> String {
  guard let number = Rational(text: text) else { return text }
  return text.utf8.count > 15 ? number.text(significant: 15) : number.exactText()
}

private struct OpenSheet {
  private(set) var rows = SheetRows()
  private let wanted: Int
  private var table = -1
  private var depth = 0
  private var cells: [String] = []
  private var (rowCount, cellCount) = (1, 1)
  private var isHidden = false
  private var value: String?
  private var text = ""
  private var isInCell = false
  private var paragraphs = 0
  private var asides = 0

  init(_ wanted: Int) { self.wanted = wanted }

  private var isRead: Bool { table == wanted && depth == 1 }

  mutating func start(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "table:table":
      if depth == 0 { table += 1 }
      depth += 1
    case "table:table-row" where isRead:
      cells = []
      rowCount = attributes["table:number-rows-repeated"].flatMap { Int($0) } ?? 1
      isHidden = attributes["table:visibility"].map { $0 != "visible" } ?? false
    case "table:table-cell" where isRead, "table:covered-table-cell" where isRead:
      cellCount = attributes["table:number-columns-repeated"].flatMap { Int($0) } ?? 1
      (value, text, paragraphs, isInCell) = (Self.value(attributes), "", 0, true)
    case "office:annotation": asides += 1
    case "text:p" where isInCell && asides == 0:
      if paragraphs > 0 { text += "\n" }
      paragraphs += 1
    case "text:s" where isInCell && asides == 0: text += " "
    default: break
    }
  }

  mutating func text(_ more: String) {
    if isInCell, asides == 0, paragraphs > 0 { text += more }
  }

  mutating func end(_ name: String) {
    switch name {
    case "table:table": depth -= 1
    case "table:table-row" where isRead:
      rows.add(cells, count: min(rowCount, 1_048_576), isHidden: isHidden)
    case "table:table-cell" where isRead, "table:covered-table-cell" where isRead:
      isInCell = false
      let cell = value ?? text
      cells += Array(repeating: cell, count: cell.isEmpty ? min(cellCount, 1_024) : min(cellCount, 16_384))
    case "office:annotation": asides -= 1
    default: break
    }
  }

  private static func value(_ attributes: [String: String]) -> String? {
    switch attributes["office:value-type"] {
    case "float": attributes["office:value"].map(stored)
    case "currency":
      attributes["office:value"].map { stored($0) + (attributes["office:currency"].map { " \($0)" } ?? "") }
    case "date":
      attributes["office:date-value"].map { $0.hasSuffix("T00:00:00") ? String($0.dropLast(9)) : $0 }
    case "string": attributes["office:string-value"]
    default: nil
    }
  }
}

private struct SharedStrings {
  private(set) var list: [String] = []
  private var text = ""
  private var isInText = false
  private var isPhonetic = false

  mutating func start(_ name: String) {
    if name == "si" { text = "" }
    if name == "rPh" { isPhonetic = true }
    isInText = name == "t" && !isPhonetic
  }

  mutating func text(_ more: String) { if isInText { text += more } }

  mutating func end(_ name: String) {
    isInText = false
    if name == "rPh" { isPhonetic = false }
    if name == "si" { list.append(text) }
  }
}

private struct CellFormats {
  enum Format { case number, percent, date, currency(String) }

  private var codes: [Int: String] = [:]
  private var list: [Int] = []
  private var isInCells = false

  mutating func start(_ name: String, _ attributes: [String: String]) {
    if name == "numFmt", let id = attributes["numFmtId"].flatMap({ Int($0) }) { codes[id] = attributes["formatCode"] }
    if name == "cellXfs" { isInCells = true }
    if name == "xf", isInCells { list.append(attributes["numFmtId"].flatMap { Int($0) } ?? 0) }
  }

  mutating func end(_ name: String) { if name == "cellXfs" { isInCells = false } }

  func format(_ style: Int) -> Format {
    guard list.indices.contains(style) else { return .number }
    let id = list[style]
    if (14...17).contains(id) || id == 22 || (27...36).contains(id) || (50...58).contains(id) { return .date }
    if id == 9 || id == 10 { return .percent }
    return codes[id].map(Self.format) ?? .number
  }

  /// Reads a number format such as `dd/mm/yyyy` or `#,##0.00\ [$€-407]`.
  private static func format(_ code: String) -> Format {
    var (plain, words, place) = ("", [String](), code.startIndex)
    while place < code.endIndex, code[place] != ";" {
      let character = code[place]
      place = code.index(after: place)
      switch character {
      case "\"", "[":
        let end = code[place...].firstIndex(of: character == "[" ? "]" : "\"") ?? code.endIndex
        words.append(String(code[place..<end]))
        place = end < code.endIndex ? code.index(after: end) : end
      case "\\", "_", "*": if place < code.endIndex { place = code.index(after: place) }
      default: plain.append(character)
      }
    }
    if plain.lowercased().contains(where: { "yd".contains($0) }) { return .date }
    if plain.contains("%") { return .percent }
    for word in words + plain.map(String.init) {
      let sign = word.hasPrefix("$") && word.count > 1 ? String(word.dropFirst().prefix { $0 != "-" }) : word
      let text = sign.trimmed()
      let isCode = text.utf8.count == 3 && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      let isSign = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
      if isCode || isSign { return .currency(text) }
    }
    return .number
  }
}

private struct OfficeSheet {
  private(set) var rows = SheetRows()
  private let strings: [String]
  private let formats: CellFormats
  private let epoch: Int
  private var cells: [String] = []
  private var (column, style) = (0, 0)
  private var kind = ""
  private var text = ""
  private var isInText = false
  private var isHidden = false

  init(_ strings: [String], _ formats: CellFormats, is1904: Bool) {
    (self.strings, self.formats) = (strings, formats)
    epoch = is1904 ? 24_107 : 25_569
  }

  mutating func start(_ name: String, _ attributes: [String: String]) {
    switch name {
    case "row":
      cells = []
      isHidden = ["1", "true"].contains(attributes["hidden"] ?? "")
      if let number = attributes["r"].flatMap({ Int($0) }), number > rows.next, number <= 1_048_576 {
        rows.add([], count: number - rows.next)
      }
    case "c":
      let letters = attributes["r"]?.prefix { $0.isLetter } ?? ""
      let place = letters.utf8.reduce(0) { $0 * 26 + Int($1 & 0x1F) }
      column = letters.isEmpty ? cells.count : place - 1
      (kind, style) = (attributes["t"] ?? "n", attributes["s"].flatMap { Int($0) } ?? 0)
      text = ""
    case "v", "t": isInText = true
    default: break
    }
  }

  mutating func text(_ more: String) { if isInText { text += more } }

  mutating func end(_ name: String) {
    switch name {
    case "v", "t": isInText = false
    case "c":
      guard (0..<16_384).contains(column) else { return }
      while cells.count <= column { cells.append("") }
      cells[column] = value
    case "row": rows.add(cells, isHidden: isHidden)
    default: break
    }
  }

  private var value: String {
    switch kind {
    case "s": return Int(text).flatMap { strings.indices.contains($0) ? strings[$0] : nil } ?? ""
    case "n":
      guard !text.isEmpty else { return "" }
      switch formats.format(style) {
      case .number: return stored(text)
      case .percent: return "\(stored(text)) %"
      case .currency(let sign): return "\(stored(text)) \(sign)"
      case .date:
        guard let days = Int32(text.prefix { $0 != "." }), days > 0 else { return stored(text) }
        return "\(Day(number: days - Int32(epoch)))"
      }
    case "b": return text == "1" ? "TRUE" : "FALSE"
    case "e": return text
    default: return text
    }
  }
}
