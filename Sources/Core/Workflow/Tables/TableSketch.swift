// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

/// Reads the first lines of a file. Finds the start of the table and the kinds of cells in each column.
struct TableSketch {
  struct Row {
    let number: Int
    let cells: [String]
    let kinds: [Kind]

    var isBlank: Bool { cells.allSatisfy(\.isEmpty) }

    /// Returns the number in a cell with its sign. Nil if the cell has no number.
    func value(_ column: Int) -> Rational? {
      guard cells.indices.contains(column), let cell = AmountCell(cells[column]),
        let value = cell.number.value(.point) ?? cell.number.value(.comma)
      else { return nil }
      return cell.isNegative ? -value : value
    }
  }

  enum Kind { case blank, date, amount, text }

  struct Cell {
    let row: Int
    let text: String
    let kind: Kind
  }

  struct Column {
    let heading: TableHeading
    /// The cells of the column that aren't empty.
    let cells: [Cell]

    var dates: Int { cells.count { $0.kind == .date } }
    var amounts: Int { cells.count { $0.kind == .amount } }
    /// Whether at least half of the cells are dates. Half is enough, because some lines are not rows.
    var isDates: Bool { dates > 0 && dates * 2 >= cells.count }
    var isAmounts: Bool { amounts > 0 && amounts * 2 >= cells.count }
  }

  private(set) var separator = UInt8(ascii: ",")
  private(set) var rows: [Row] = []
  /// The number of the line that names the columns. Nil if the first line has values.
  private(set) var head: Int?
  private(set) var names: [String] = []
  private(set) var section: String?
  private(set) var columns: [Column] = []
  private(set) var before: [[String]] = []

  /// Creates a sketch. `section`: the name of a table in a file that contains several tables. Throws `TableFault`.
  init(_ bytes: [UInt8], section sectionName: String?) throws(TableFault) {
    separator = Self.separator(of: bytes)
    rows = Self.rows(bytes, separator, most: sectionName == nil ? Self.most : 10_000)
    guard rows.contains(where: { !$0.isBlank }) else { throw .empty }
    let found = try Self.sections(rows, sectionName)
    section = found?.isMarked == true ? found?.name : nil
    var place = found?.head ?? Self.knownHead(rows)
    if place == nil, rows.count == Self.most {
      // Hundreds of lines may come before a table, so the heading is searched in more lines.
      let (further, all) = Self.further(bytes, separator)
      if let known = Self.knownHead(all) { (place, separator, rows) = (known, further, all) }
    }
    place = place ?? Self.unknownHead(rows)
    if let place { (head, names) = (rows[place].number, rows[place].cells) }
    var data = place.map { Array(rows[($0 + 1)...]) } ?? rows
    let titles = names
    if let section {
      // A later table can have the same name, but other columns.
      let isOther = { (row: Row) in row.cells.starts(with: [section, "Header"]) && row.cells != titles }
      data = data.prefix { !isOther($0) }.filter { $0.cells.starts(with: [section, "Data"]) }
    }
    if section == nil, place != nil,
      let other = data.firstIndex(where: { $0.cells != titles && Self.isHead($0.cells) })
    {
      // Removes the lines of the next table, because its cells must not influence the columns of this table.
      data = Array(data[..<other])
    }
    if place == nil, let first = data.firstIndex(where: { $0.kinds.contains { $0 == .date || $0 == .amount } }) {
      let width = data[first].cells.count
      let start = data.indices.first { data[$0].cells.count == width && !data[$0].isBlank } ?? first
      before = data[..<start].map(\.cells)
      data = Array(data[min(start, first)...])
    } else if let place {
      before = rows[..<place].map(\.cells)
    }
    rows = data
    let width = max(titles.count, titles.isEmpty ? Self.usualWidth(data) : 0)
    columns = (0..<width + extra(titles, data)).map { column in
      Column(
        heading: TableHeading(titles.indices.contains(column) ? titles[column] : ""),
        cells: data.compactMap { row in
          guard row.cells.indices.contains(column), !row.cells[column].isEmpty else { return nil }
          return Cell(row: row.number, text: row.cells[column], kind: row.kinds[column])
        })
    }
    if !titles.isEmpty, columns.count > titles.count { try checkExtra(titles, data) }
  }

  private func extra(_ names: [String], _ data: [Row]) -> Int {
    guard !names.isEmpty else { return 0 }
    return max(0, Self.usualWidth(data) - names.count)
  }

  private func checkExtra(_ names: [String], _ data: [Row]) throws(TableFault) {
    for column in columns[names.count...] where column.cells.contains(where: { Direction(word: $0.text) == nil }) {
      guard let row = data.first(where: { $0.cells.count > names.count }) else { continue }
      throw .tooManyCells(row: row.number, count: row.cells.count, expected: names.count)
    }
  }

  /// Returns the number of cells that most lines have. If tied, returns the smaller number.
  private static func usualWidth(_ rows: [Row]) -> Int {
    var counts: [Int: Int] = [:]
    for row in rows where !row.isBlank { counts[row.cells.count, default: 0] += 1 }
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 0
  }

  static func rows(_ bytes: [UInt8], _ separator: UInt8, most: Int) -> [Row] {
    var (scanner, start, number, rows) = (RecordScanner(separator: separator), 0, 0, [Row]())
    while rows.count < most, let end = scanner.scan(bytes, from: start, isLast: true) {
      number += 1
      let cells = scanner.fields.map { RecordText.text(bytes[$0]) }
      rows.append(Row(number: number, cells: cells, kinds: cells.map(kind)))
      start = end
    }
    return rows
  }

  static func kind(_ cell: String) -> Kind {
    if cell.isEmpty { return .blank }
    if let date = DateCell(Array(cell.utf8)[...]), DateOrder.allCases.contains(where: { date.day($0) != nil }) {
      if case .serial = date { return .amount }
      return .date
    }
    guard !isAccountNumber(cell), let amount = AmountCell(cell), amount.money.allSatisfy(mayBeMoney),
      amount.number.value(.point) ?? amount.number.value(.comma) != nil,
      // "$000" isn't an amount, but the heading of a column in thousands.
      amount.number.groups != [3] || amount.number.digits.contains(where: { $0 != UInt8(ascii: "0") })
    else { return .text }
    return .amount
  }

  /// Whether a cell is an IBAN, such as `DE12 5001 0517 …`, or an ISIN, such as `US0378331005`.
  private static func isAccountNumber(_ cell: String) -> Bool {
    let bytes = cell.utf8.filter { $0 != 0x20 }
    guard bytes.count == 12 || (15...34).contains(bytes.count) else { return false }
    return bytes.prefix(2).allSatisfy { (0x41...0x5A).contains($0) }
      && bytes.dropFirst(2).prefix(2).allSatisfy { $0 &- 0x30 < 10 }
      && bytes.allSatisfy { $0 &- 0x30 < 10 || (0x41...0x5A).contains($0) }
  }

  /// Whether a word beside a number can be a currency. "Description1" and "Shop 12" are texts.
  private static func mayBeMoney(_ word: String) -> Bool {
    guard word.count <= 20 else { return false }
    let letters = word.utf8.filter { $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") }
    guard letters.count > 4, letters.count == word.utf8.count(where: { !" ./-".utf8.contains($0) }) else {
      return true
    }
    let key = word.lowercased()
    return moneyWords.contains { key.contains($0) }
  }

  private static let moneyWords = [
    "euro", "dollar", "pound", "sterling", "pence", "penn", "cent", "fran", "rappen", "yuan", "renminbi", "rupee",
    "rupi",
    "zlot", "grosz", "kron", "kroon", "korun", "forint", "peso", "reai", "rand", "dirham", "dinar", "riyal", "rubl",
    "lira",
    "shekel", "shilling", "baht", "ringgit", "rupiah", "naira", "kwacha", "bitcoin", "satoshi", "rouble",
  ]

  /// The number of lines that are read first.
  private static let most = 400

  private static func further(_ bytes: [UInt8], _ separator: UInt8) -> (UInt8, [Row]) {
    let end = bytes.suffix(1 << 13)
    let start = end.firstIndex(of: UInt8(ascii: "\n")) ?? end.startIndex
    let separator = Self.separator(of: Array(bytes[start...].dropFirst()))
    return (separator, Self.rows(bytes, separator, most: 10_000))
  }

  /// Returns the separator with which most cells are dates, numbers or known names.
  static func separator(of bytes: [UInt8]) -> UInt8 {
    let head = bytes.prefix(8)
    if head.starts(with: "sep=".utf8), head.count > 5, let declared = head.dropFirst(4).first, declared < 0x80 {
      return declared
    }
    let candidates = [";", "\t", ",", "|", "^", "~"].map { $0.utf8.first ?? UInt8(ascii: ",") }
    let part = Array(bytes.prefix(1 << 15))
    var (best, most) = (UInt8(ascii: ","), -1)
    for separator in candidates {
      let rows = rows(part, separator, most: 60).filter { !$0.isBlank }
      let isSingle = rows.allSatisfy { $0.cells.count == 1 }
      var score = 0
      for row in rows {
        let typed = row.kinds.count { $0 == .date || $0 == .amount }
        let named = typed > 0 ? 0 : row.cells.count { points(TableHeading($0)) > 1 }
        score += row.cells.count > 1 ? typed * 2 + named * 4 + min(row.cells.count, 4) : typed + named * 4
      }
      if isSingle, separator != UInt8(ascii: ",") { score -= 1 }
      if score > most { (best, most) = (separator, score) }
    }
    return best
  }

  static func isHead(_ cells: [String]) -> Bool {
    cells.count { points(TableHeading($0)) == 4 } > 1 && !cells.contains { [.date, .amount].contains(kind($0)) }
  }

  private static func points(_ heading: TableHeading) -> Int {
    if heading.base.isEmpty { return 0 }
    if TableHeading.Kind.allCases.contains(where: { $0 != .other && $0 != .target && heading.isNamed($0) }) { return 4 }
    if TableHeading.Kind.allCases.contains(where: { heading.mentions($0) }) { return 2 }
    return heading.isNamed(.target) ? 1 : 0
  }

  private static func knownHead(_ rows: [Row]) -> Int? {
    func isFollowed(_ index: Int) -> Bool {
      let next = rows[(index + 1)...].lazy.filter { !$0.isBlank }.prefix(3)
      return next.isEmpty
        || next.contains { row in
          row.cells.count + 1 >= rows[index].cells.count && row.kinds.contains { $0 != .blank }
        }
    }
    var best: (index: Int, points: Int)?
    for index in rows.indices where !rows[index].kinds.contains(.date) {
      let row = rows[index]
      guard !row.isBlank, isFollowed(index) else { continue }
      // "Amount 2" is a heading, "2" and "5 EUR" are values. In a row with two known headings, "5 EUR" isn't a value.
      let isSure = row.cells.count { points(TableHeading($0)) == 4 } > 1
      let isValue = { (kind: Kind, cell: String) in
        kind == .amount && points(TableHeading(cell)) == 0
          && !(isSure && (cell.contains(where: \.isLetter) || TypedPeriod.isYear(cell)))
      }
      guard !zip(row.kinds, row.cells).contains(where: { isValue($0, $1) }) else { continue }
      let known = row.cells.reduce(0) { $0 + points(TableHeading($1)) }
      let typed = rows[(index + 1)...].prefix(3).reduce(0) { $0 + $1.kinds.count { $0 == .date || $0 == .amount } }
      guard known >= 4, typed > 0 || rows[(index + 1)...].allSatisfy({ $0.cells.count <= row.cells.count }) else {
        continue
      }
      // The first complete heading is used, because another table may follow.
      let headings = row.cells.map { TableHeading($0) }
      let hasAmount = headings.contains { $0.mentions(.amount) || $0.isNamed(.debit) || $0.isNamed(.credit) }
      if typed > 0, hasAmount, headings.contains(where: { $0.mentions(.day) }) { return index }
      if known > best?.points ?? 0 { best = (index, known) }
    }
    return best?.index
  }

  /// Returns the first line as heading if it has no dates or amounts. Call this function if no heading is known.
  private static func unknownHead(_ rows: [Row]) -> Int? {
    let width = usualWidth(rows)
    guard let first = rows.firstIndex(where: { !$0.isBlank && $0.cells.count >= min(width, 2) && !isDirective($0) })
    else { return nil }
    let isHead = !rows[first].kinds.contains { $0 == .date || $0 == .amount }
    return isHead ? first : nil
  }

  private static func isDirective(_ row: Row) -> Bool { row.cells.first?.hasPrefix("sep=") ?? false }

  /// Returns the table to read in a file whose lines begin with a table's name and "Header" or "Data".
  /// `sectionName`: the table's name or number, because tables of one name can have different columns.
  private static func sections(
    _ rows: [Row], _ sectionName: String?
  ) throws(TableFault) -> (name: String, head: Int, isMarked: Bool)? {
    let marks = rows.filter { !$0.isBlank }
    let isMark = { (row: Row) in
      row.cells.count > 2 && ["Header", "Data", "Total", "SubTotal", "Notes", "Account"].contains(row.cells[1])
    }
    guard marks.contains(where: { $0.cells.count > 1 && $0.cells[1] == "Header" }),
      marks.count(where: isMark) * 10 >= marks.count * 9
    else {
      guard let sectionName else { return nil }
      let titled = titled(rows)
      let number = Int(sectionName).map { $0 - 1 } ?? -1
      let chosen =
        titled.first { $0.name?.lowercased() == sectionName.lowercased() }
        ?? (titled.indices.contains(number) ? titled[number] : nil)
      guard titled.count > 1, let chosen else {
        throw .noTable(sectionName, among: titled.count > 1 ? titled.enumerated().map { $1.name ?? "\($0 + 1)" } : [])
      }
      return (chosen.name ?? sectionName, chosen.head, isMarked: false)
    }
    var (names, fitting) = ([String](), [(name: String, head: Int, isMarked: Bool)]())
    let heads = rows.indices.filter { rows[$0].cells.dropFirst().first == "Header" }
    if let number = sectionName.flatMap({ Int($0) }), heads.indices.contains(number - 1) {
      return (rows[heads[number - 1]].cells[0], heads[number - 1], isMarked: true)
    }
    for index in heads {
      let (name, headings) = (rows[index].cells[0], rows[index].cells.dropFirst(2).map(TableHeading.init))
      if !names.contains(name) { names.append(name) }
      if let sectionName {
        if name.lowercased() == sectionName.lowercased() { return (name, index, isMarked: true) }
        continue
      }
      guard headings.contains(where: { $0.mentions(.day) }),
        headings.contains(where: { $0.mentions(.amount) || $0.isNamed(.debit) }),
        !fitting.contains(where: { $0.name == name })
      else { continue }
      fitting.append((name, index, isMarked: true))
    }
    if let sectionName { throw .noTable(sectionName, among: names) }
    guard fitting.count == 1, let only = fitting.first else {
      throw .severalTables(fitting.isEmpty ? names : fitting.map(\.name))
    }
    return only
  }

  /// Returns the rows that name columns, each with the line above that has only one cell, such as "Fees".
  private static func titled(_ rows: [Row]) -> [(name: String?, head: Int)] {
    rows.indices.filter { isHead(rows[$0].cells) }.map { head in
      let title = rows[..<head].last { !$0.isBlank }?.cells.filter { !$0.isEmpty } ?? []
      return (title.count == 1 ? title[0] : nil, head)
    }
  }
}
