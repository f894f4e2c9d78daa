// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension DescribedLayout {
  /// CSV: a row for each rate, or a column for each currency.
  func readColumns(_ document: SourceDocument, into rows: inout QuoteRows) throws(ItemError) {
    var reader = try CSVReader(document.bytes, separator: separator)
    for _ in 0..<skipped { _ = try reader.next() }
    let head: [String]?
    do { head = try reader.next() } catch { throw .foreign }
    guard let head = head?.map({ $0.inOneLine }) else { throw .foreign }
    let columns = try Columns(self, head)
    while let fields = try reader.next() {
      if fields == [""] { continue }
      // A comma at the end of a line makes one column more than it has names.
      guard fields.count == head.count || fields.count == head.count + 1 && fields.last == "" else { throw .truncated }
      let place = "line \(reader.line)"
      let day = try day(columns.day.map { fields[$0].inOneLine }, document.day, place)
      let unit = columns.unit.map { fields[$0].inOneLine } ?? columns.fixedUnit
      if self.rows.isEmpty {
        let codes = columns.currencies.map { fields[$0].inOneLine }
        let values = columns.values.mapValues { fields[$0].inOneLine }
        try add(Row(currencies: codes, values: values, unit: unit, day: day), at: place, into: &rows)
      } else {
        // "Day" has the shape of a code, too.
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

/// Which columns have what, once the first line is known.
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

  /// By its name, else by its number, counted from 1.
  private static func find(_ place: DescribedPlace, _ head: [String]) throws(ItemError) -> Int {
    guard case .row(let steps) = place, let name = steps.first else { throw .foreign }
    if let index = head.firstIndex(of: name) { return index }
    guard let number = Int(name), (1...head.count).contains(number) else { throw .foreign }
    return number - 1
  }
}
