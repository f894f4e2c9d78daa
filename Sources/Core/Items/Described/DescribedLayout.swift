// SPDX-License-Identifier: GPL-3.0-or-later

import JSONSchema
import KursAPI
import KursModel

struct DescribedLayout: Sendable {
  enum Format: String { case json, xml, csv }

  let format: Format
  /// The path to a row, with `*` for any name. For CSV, it is empty, or a single `*` if each column is a currency.
  let rows: [String]
  /// The location of a row's currency code. The other currency is the home currency. Nil if `pair` locates both.
  let currency: DescribedPlace?
  let pair: (base: DescribedPlace, quote: DescribedPlace)?
  /// The locations of the rates in a row. A missing middle rate is calculated from buying and selling.
  let values: [QuoteSide: DescribedPlace]
  let unit: DescribedPlace
  let day: DescribedPlace
  let dayForm: DescribedDay
  let direction: Provider.Direction
  let hasDecimalComma: Bool
  /// The character between CSV columns. `skipped` is the number of lines above the header.
  let separator: UInt8
  let skipped: Int
}

extension DescribedLayout.Format {
  var form: DocumentForm {
    switch self {
    case .json: .json
    case .xml: .xml
    case .csv: .csv
    }
  }

  var accept: String {
    switch self {
    case .json: Endpoint.json
    case .xml: Endpoint.xml
    case .csv: Endpoint.csv
    }
  }
}

enum DescribedDay: Sendable {
  /// A date format such as `yyyy-MM-dd`. With `isBeginning`, any text may follow the date.
  case shape(DayShape, isBeginning: Bool)
  /// The seconds since 1970.
  case unix

  init?(_ text: String) {
    if text == "unix" {
      self = .unix
      return
    }
    let isBeginning = text.hasSuffix("*")
    guard let shape = DayShape(written: isBeginning ? String(text.dropLast()) : text) else { return nil }
    self = .shape(shape, isBeginning: isBeginning)
  }

  func day(_ text: String) -> Day? {
    switch self {
    case .shape(let shape, let isBeginning):
      return shape.day(isBeginning ? String(text.prefix(shape.length)) : text)
    case .unix:
      guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else { return nil }
      return Day(number: Int32(seconds / 86_400))
    }
  }
}

enum DescribedPlace: Hashable, Sendable {
  /// A path below the row, such as `/code`. An empty path means the row itself.
  case row([String])
  /// The number of levels above the row, and the path from there, such as `../@time`.
  case above(Int, [String])
  /// A path from the root of the response, such as `#/date`.
  case document([String])
  /// The name that a `*` in the row's path matched. `*1` means the first `*`.
  case star(Int)
  case asked
  case fixed(String)

  static let limit = 16

  init?(_ text: String) {
    if text == "asked" {
      self = .asked
    } else if text.hasPrefix("*") {
      guard let number = Int(text.dropFirst()), (1...DescribedPlace.limit).contains(number) else { return nil }
      self = .star(number)
    } else if text.hasPrefix("#/") {
      guard let steps = Self.steps(text.dropFirst(2)) else { return nil }
      self = .document(steps)
    } else if text.hasPrefix("../") {
      var (rest, levels) = (text[...], 0)
      while rest.hasPrefix("../") { (rest, levels) = (rest.dropFirst(3), levels + 1) }
      guard levels <= Self.limit, let steps = Self.steps(rest) else { return nil }
      self = .above(levels, steps)
    } else if text.isEmpty {
      self = .row([])
    } else {
      guard let steps = Self.steps(text.hasPrefix("/") ? text.dropFirst() : text[...]) else { return nil }
      self = .row(steps)
    }
  }

  /// Returns the parts of `a/b~1c`, with JSON pointer escapes. Nil if a part is empty or there are too many parts.
  static func steps(_ text: Substring) -> [String]? {
    let steps = text.split(separator: "/", omittingEmptySubsequences: false).map {
      String($0).replacing("~1", with: "/").replacing("~0", with: "~")
    }
    return steps.count <= limit && !steps.contains("") ? steps : nil  // guards S23: steps.count <= limit && !steps.contains("") => true
  }
}

enum AnswerNode {
  case json(JSONValue)
  case element(XMLElement)
  case text(String)

  /// Returns the children that a step selects: `*` all, `@name` an attribute, a number the JSON element at that index.
  func children(_ step: String) -> [(name: String, node: AnswerNode)] {
    switch self {
    case .json(let value):
      if step == "*" {
        if let members = value.object?.members { return members.map { ($0.key, .json($0.value)) } }
        return value.array?.enumerated().map { (String($0), .json($1)) } ?? []
      }
      let found = value.array == nil ? value[step] : Int(step).flatMap { value[$0] }
      return found.map { [(step, .json($0))] } ?? []
    case .element(let element):
      if step.hasPrefix("@") { return element.attributes[String(step.dropFirst())].map { [(step, .text($0))] } ?? [] }
      return element.children.filter { step == "*" || $0.name == step || $0.name.hasSuffix(":" + step) }
        .map { ($0.name, .element($0)) }
    case .text: return []
    }
  }

  func descendant(_ steps: some Sequence<String>) -> AnswerNode? {
    var node: AnswerNode? = self
    for step in steps { node = node?.children(step).first?.node }
    return node
  }

  var text: String? {
    let text: String? =
      switch self {
      case .json(let value): value.string ?? value.number?.text
      case .element(let element): element.text
      case .text(let text): text
      }
    return text.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }
}

extension DescribedLayout {
  func readColumns(_ document: SourceDocument, into rows: inout QuoteRows) throws(ItemError) {
    var reader = try CSVReader(document.bytes, separator: separator)
    for _ in 0..<skipped { _ = try reader.next() }
    let head: [String]?
    do { head = try reader.next() } catch { throw .foreign }
    guard let head = head?.map({ $0.inOneLine }) else { throw .foreign }
    let columns = try Columns(self, head)
    while let fields = try reader.next() {
      if fields == [""] { continue }
      // Accepts an additional empty field, because in some files each line ends with a separator.
      guard fields.count == head.count || fields.count == head.count + 1 && fields.last == "" else { throw .truncated }
      let place = "line \(reader.line)"
      let day = try day(columns.day.map { fields[$0].inOneLine }, document.day, place)
      let unit = columns.unit.map { fields[$0].inOneLine } ?? columns.fixedUnit
      if self.rows.isEmpty {
        let codes = columns.currencies.map { fields[$0].inOneLine }
        let values = columns.values.mapValues { fields[$0].inOneLine }
        try add(Row(currencies: codes, values: values, unit: unit, day: day), at: place, into: &rows)
      } else {
        let others = [columns.day, columns.unit]
        for (index, name) in head.enumerated() where !others.contains(index) && Currency(name) != nil {
          let row = Row(currencies: [name], values: [.middle: fields[index].inOneLine], unit: unit, day: day)
          try add(row, at: "\(place), \(name)", into: &rows)
        }
      }
    }
  }

  private func day(_ found: String?, _ asked: Day?, _ place: String) throws(ItemError) -> Day {
    if found == nil, let asked { return asked }
    guard let day = dayForm.day(found ?? "") else {
      throw .unreadable(place: place, found: found ?? "", expected: .day)
    }
    return day
  }
}

private struct Columns {
  var currencies: [Int] = []
  var values: [QuoteSide: Int] = [:]
  var unit: Int?
  var fixedUnit = "1"
  var day: Int?

  init(_ layout: DescribedLayout, _ head: [String]) throws(ItemError) {
    if layout.rows.isEmpty {
      for place in layout.currency.map({ [$0] }) ?? layout.pair.map({ [$0.base, $0.quote] }) ?? [] {
        currencies.append(try Self.find(place, head))
      }
      for (side, place) in layout.values { values[side] = try Self.find(place, head) }
    }
    if case .fixed(let text) = layout.unit { fixedUnit = text } else { unit = try Self.find(layout.unit, head) }
    if case .asked = layout.day { day = nil } else { day = try Self.find(layout.day, head) }
  }

  /// Finds a column by its name, otherwise by its number, which counts from 1.
  private static func find(_ place: DescribedPlace, _ head: [String]) throws(ItemError) -> Int {
    guard case .row(let steps) = place, let name = steps.first else { throw .foreign }
    if let index = head.firstIndex(of: name) { return index }
    guard let number = Int(name), (1...head.count).contains(number) else { throw .foreign }
    return number - 1
  }
}

extension DescribedLayout {
  func read(_ document: SourceDocument, into rows: inout QuoteRows) throws(ItemError) {
    switch format {
    case .json:
      let value = try document.value()
      var walk = AnswerWalk(self, .json(value), document.day)
      do { try walk.read(into: &rows) } catch { throw value.refusal.map { ItemError.refusedBySource($0) } ?? error }
      if walk.count == 0, let refusal = value.refusal { throw .refusedBySource(refusal) }
    case .xml:
      let root = try XMLReader.read(document.bytes)
      var walk = AnswerWalk(self, .element(XMLElement(name: "", attributes: [:], children: [root])), document.day)
      try walk.read(into: &rows)
    case .csv: try readColumns(document, into: &rows)
    }
  }

  static let nothing: Set<String> = ["", "-", "N/A", "n/a", "NaN", "..", "null"]

  struct Row {
    let currencies: [String]
    let values: [QuoteSide: String]
    let unit: String
    let day: Day
  }

  func add(_ row: Row, at place: String, into rows: inout QuoteRows) throws(ItemError) {
    var numbers: [QuoteSide: String] = [:]
    for (side, text) in row.values where !Self.nothing.contains(text) {
      guard let number = hasDecimalComma ? text.commaAsPoint : text else {
        throw .unreadable(place: place, found: text, expected: .rate)
      }
      numbers[side] = number
    }
    if values[.middle] == nil, let buying = numbers[.buying], let selling = numbers[.selling] {
      guard let middle = PublishedNumber(middleOf: buying, and: selling) else {
        throw .unreadable(place: place, found: "\(buying) \(selling)", expected: .rate)
      }
      numbers[.middle] = middle.text
    }
    for side in QuoteSide.allCases {
      if let number = numbers[side] { try add(number, side, of: row, at: place, into: &rows) }
    }
  }

  private func add(
    _ value: String, _ side: QuoteSide, of row: Row, at place: String, into rows: inout QuoteRows
  ) throws(ItemError) {
    let codes = row.currencies.map { $0.uppercased() }
    guard codes.count == 2 else {
      guard codes[0] != rows.provider.home.code, !OtherCodes.isTicker(codes[0]) else { return }
      return try rows.add(codes[0], value, unit: row.unit, side: side, on: row.day, at: place)
    }
    if codes.contains(where: { OtherCodes.isTicker($0) || OtherCodes.all.contains($0) }) { return }
    guard let unit = QuoteRows.powerOfTen(row.unit) else {
      throw .unreadable(place: place, found: row.unit, expected: .unit)
    }
    guard let base = Currency(codes[0]), let quote = Currency(codes[1]) else {
      throw .unreadable(place: place, found: codes.joined(separator: "/"), expected: .pair)
    }
    guard base == rows.provider.home || quote == rows.provider.home else {
      throw .unreadable(place: place, found: "\(base)/\(quote)", expected: .home)
    }
    try rows.add(value, unit: unit, of: PairKey(base: base, counter: quote, side: side), on: row.day, at: place)
  }
}

private struct AnswerWalk {
  private let layout: DescribedLayout
  private let root: AnswerNode
  private let asked: Day?
  private var nodes: [AnswerNode] = []
  private var names: [String] = []
  private var stars: [String] = []
  private(set) var count = 0

  init(_ layout: DescribedLayout, _ root: AnswerNode, _ asked: Day?) {
    (self.layout, self.root, self.asked) = (layout, root, asked)
  }

  mutating func read(into rows: inout QuoteRows) throws(ItemError) {
    nodes = [root]
    try visit(layout.rows[...], into: &rows)
  }

  private mutating func visit(_ steps: ArraySlice<String>, into rows: inout QuoteRows) throws(ItemError) {
    guard let step = steps.first, let node = nodes.last else {
      count += 1
      return try add(into: &rows)
    }
    for child in node.children(step) {
      nodes.append(child.node)
      names.append(child.name)
      if step == "*" { stars.append(child.name) }
      try visit(steps.dropFirst(), into: &rows)
      nodes.removeLast()
      names.removeLast()
      if step == "*" { stars.removeLast() }
    }
  }

  private func add(into rows: inout QuoteRows) throws(ItemError) {
    let place = "/" + names.joined(separator: "/")
    var values: [QuoteSide: String] = [:]
    for (side, part) in layout.values {
      // A null means that the rate is missing. Any other type is an error.
      if case .json(.null)? = node(part) { continue }
      guard let value = text(part) else { throw .unreadable(place: place, found: "", expected: .rate) }
      values[side] = value
    }
    if values.isEmpty { return }
    var currencies: [String] = []
    for part in layout.currency.map({ [$0] }) ?? layout.pair.map({ [$0.base, $0.quote] }) ?? [] {
      guard let code = text(part) else { throw .unreadable(place: place, found: "", expected: .currency) }
      currencies.append(code)
    }
    guard let unit = text(layout.unit) else { throw .unreadable(place: place, found: "", expected: .unit) }
    let row = DescribedLayout.Row(currencies: currencies, values: values, unit: unit, day: try day(at: place))
    try layout.add(row, at: place, into: &rows)
  }

  private func day(at place: String) throws(ItemError) -> Day {
    if case .asked = layout.day, let asked { return asked }
    let found = text(layout.day) ?? ""
    guard let day = layout.dayForm.day(found) else { throw .unreadable(place: place, found: found, expected: .day) }
    return day
  }

  private func text(_ place: DescribedPlace) -> String? {
    switch place {
    case .star(let number): stars.indices.contains(number - 1) ? stars[number - 1] : nil
    case .fixed(let text): text
    default: node(place)?.text
    }
  }

  private func node(_ place: DescribedPlace) -> AnswerNode? {
    switch place {
    case .row(let steps): nodes.last?.descendant(steps)
    case .above(let levels, let steps): nodes.count > levels ? nodes[nodes.count - 1 - levels].descendant(steps) : nil
    case .document(let steps): root.descendant(steps)
    case .star, .asked, .fixed: nil
    }
  }
}
