// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Collects hints in other cells of a file about the format of dates and numbers.
struct TableEvidence {
  /// Whether dates begin with the month. Nil if no other cell shows this.
  private(set) var putsMonthFirst: Bool?
  /// The decimal separator of the columns that aren't converted. Nil if it is unknown or if the columns differ.
  private(set) var mark: DecimalMark?

  /// Collects the hints. `day`: the column of days. `amounts`: the converted columns. These columns give no hints.
  init(_ sketch: TableSketch, day: Int?, amounts: [Int]) {
    if let day { putsMonthFirst = Self.order(sketch, day) }
    var marks: Set<DecimalMark> = []
    for (column, cells) in sketch.columns.enumerated() where column != day && !amounts.contains(column) {
      guard cells.isAmounts else { continue }
      marks.formUnion(cells.cells.compactMap { Self.mark(of: $0.text) })
    }
    mark = marks.count == 1 ? marks.first : nil
  }

  private static func mark(of text: String) -> DecimalMark? {
    guard let number = AmountCell(text)?.number else { return nil }
    switch (number.value(.point), number.value(.comma)) {
    case (_?, nil): return .point
    case (nil, _?): return .comma
    default: return nil
    }
  }

  private static func order(_ sketch: TableSketch, _ day: Int) -> Bool? {
    let (days, months) = (compared(sketch, day, .dayFirst), compared(sketch, day, .monthFirst))
    if days != months { return months }
    var found: Set<Bool> = []
    // Also reads the lines before the table, which may contain dates, as in "Period: 10/01/2026 - 10/31/2026".
    let before = sketch.before.joined().flatMap { $0.split { " ,;:".contains($0) }.map(String.init) }
    let others = sketch.columns.enumerated().filter { $0.offset != day }.flatMap { $0.element.cells.map(\.text) }
    guard sketch.columns.indices.contains(day) else { return nil }
    let separators = Set(sketch.columns[day].cells.compactMap { separator($0.text) })
    for text in before + others {
      guard let mark = separator(text), separators.contains(mark), let cell = DateCell(Array(text.utf8)[...]) else {
        continue
      }
      switch (cell.day(.dayFirst), cell.day(.monthFirst)) {
      case (_?, nil): found.insert(false)
      case (nil, _?): found.insert(true)
      default: continue
      }
    }
    return found.count == 1 ? found.first : nil
  }

  private static func separator(_ text: String) -> Character? {
    guard text.first?.isNumber == true, let mark = text.first(where: { !$0.isNumber }) else { return nil }
    return "/.-".contains(mark) ? mark : nil
  }

  /// Whether another column has ISO dates near the dates of the column `day`, if these are read in `order`.
  private static func compared(_ sketch: TableSketch, _ day: Int, _ order: DateOrder) -> Bool {
    sketch.columns.indices.contains { other in
      guard other != day else { return false }
      let distances = sketch.rows.compactMap { row -> Int? in
        guard row.cells.indices.contains(day), row.cells.indices.contains(other),
          case .fixed(let fixed) = DateCell(Array(row.cells[other].utf8)[...]),
          let own = DateCell(Array(row.cells[day].utf8)[...])
        else { return nil }
        if case .fixed = own { return nil }
        return own.day(order).map { abs(Int($0.number) - Int(fixed.number)) } ?? .max
      }
      return !distances.isEmpty && distances.allSatisfy { $0 < 8 }
    }
  }
}
