// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursModel

extension DescribedLayout {
  func read(_ document: SourceDocument, into rows: inout QuoteRows) throws(ItemError) {
    switch format {
    case .json:
      let value = try document.value()
      var walk = AnswerWalk(self, .json(value), document.day)
      // Most services say in one of a few ways why they give nothing.
      do { try walk.read(into: &rows) } catch { throw value.refusal.map { ItemError.refusedBySource($0) } ?? error }
      if walk.count == 0, let refusal = value.refusal { throw .refusedBySource(refusal) }
    case .xml:
      let root = try XMLReader.read(document.bytes)
      var walk = AnswerWalk(self, .element(XMLElement(name: "", attributes: [:], children: [root])), document.day)
      try walk.read(into: &rows)
    case .csv: try readColumns(document, into: &rows)
    }
  }

  /// The texts that stand in the place of a missing rate.
  static let nothing: Set<String> = ["", "-", "N/A", "n/a", "NaN", "..", "null"]

  /// The values of one row, however it was found.
  struct Row {
    let currencies: [String]
    let values: [QuoteSide: String]
    let unit: String
    let day: Day
  }

  /// A rate that a row does not have is passed over.
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
      // A row of the home currency says nothing of any other.
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

/// Goes through an answer row by row.
private struct AnswerWalk {
  private let layout: DescribedLayout
  private let root: AnswerNode
  private let asked: Day?
  /// The nodes from the answer down to the row, and the values of the path's stars.
  private var nodes: [AnswerNode] = []
  private var names: [String] = []
  private var stars: [String] = []
  /// Rows that were found.
  private(set) var count = 0

  init(_ layout: DescribedLayout, _ root: AnswerNode, _ asked: Day?) {
    (self.layout, self.root, self.asked) = (layout, root, asked)
  }

  mutating func read(into rows: inout QuoteRows) throws(ItemError) {
    nodes = [root]
    try go(layout.rows[...], into: &rows)
  }

  private mutating func go(_ steps: ArraySlice<String>, into rows: inout QuoteRows) throws(ItemError) {
    guard let step = steps.first, let node = nodes.last else {
      count += 1
      return try add(into: &rows)
    }
    for child in node.children(step) {
      nodes.append(child.node)
      names.append(child.name)
      if step == "*" { stars.append(child.name) }
      try go(steps.dropFirst(), into: &rows)
      nodes.removeLast()
      names.removeLast()
      if step == "*" { stars.removeLast() }
    }
  }

  private func add(into rows: inout QuoteRows) throws(ItemError) {
    let place = "/" + names.joined(separator: "/")
    var values: [QuoteSide: String] = [:]
    for (side, part) in layout.values {
      // A null is no rate; anything else is another answer than the file describes.
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
