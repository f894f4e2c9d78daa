// SPDX-License-Identifier: GPL-3.0-or-later

/// The CSV file of an operator. It has the columns `date,base,quote,value`, and optionally `unit`, in any order.
struct RateTable: Sendable {
  let rates: [TeamRate]

  init(csv bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Refusal(.ratesMalformed) }
    let unmarked = text.unicodeScalars.first == "\u{FEFF}" ? Substring(text.unicodeScalars.dropFirst()) : text[...]
    let lines = unmarked.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let header = lines.first.map(Self.cells), let columns = Columns(header) else {
      throw Refusal(.ratesMalformed, .init(line: 1))
    }
    var seen: Set<TeamRate.Key> = []
    var rates: [TeamRate] = []
    for (index, line) in lines.enumerated().dropFirst() where !line.allSatisfy(\.isWhitespace) {
      guard let rate = columns.rate(Self.cells(line)), seen.insert(rate.key).inserted else {
        throw Refusal(.ratesMalformed, .init(line: index + 1))
      }
      rates.append(rate)
    }
    self.rates = rates
  }

  // Splits a line at its commas, and removes spaces and quotes around each cell. A valid cell contains no comma, even
  // in quotes.
  private static func cells(_ line: Substring) -> [Substring] {
    line.split(separator: ",", omittingEmptySubsequences: false).map { cell in
      var cell = cell.drop(while: \.isWhitespace)
      while cell.last?.isWhitespace == true { cell.removeLast() }
      guard cell.count > 1, cell.first == "\"", cell.last == "\"" else { return cell }
      return cell.dropFirst().dropLast()
    }
  }
}

extension RateTable {
  private struct Columns {
    let count: Int
    let date: Int
    let base: Int
    let quote: Int
    let value: Int
    let unit: Int?

    init?(_ header: [Substring]) {
      let names = header.map { $0.lowercased() }
      guard let date = names.firstIndex(of: "date"), let base = names.firstIndex(of: "base"),
        let quote = names.firstIndex(of: "quote"), let value = names.firstIndex(of: "value")
      else { return nil }
      count = names.count
      self.date = date
      self.base = base
      self.quote = quote
      self.value = value
      unit = names.firstIndex(of: "unit")
    }

    func rate(_ cells: [Substring]) -> TeamRate? {
      guard cells.count == count, let day = CalendarDay(String(cells[date])), Name.isCurrency(cells[base]),
        Name.isCurrency(cells[quote]), cells[base] != cells[quote], RateTable.isRate(cells[value]),
        let unit = unit.map({ Int(digits: ArraySlice(cells[$0].utf8)) }) ?? 1, (1...1_000_000).contains(unit)
      else { return nil }
      return TeamRate(
        day: day, base: String(cells[base]), quote: String(cells[quote]), unit: unit, value: String(cells[value]))
    }
  }

  /// Whether the text matches `^[0-9]{1,18}(\.[0-9]{1,18})?$` and isn't zero.
  fileprivate static func isRate(_ text: Substring) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = parts.joined()
    return parts.count <= 2 && parts.allSatisfy { (1...18).contains($0.count) }
      && digits.allSatisfy { (0x30...0x39).contains($0) } && digits.contains { $0 != 0x30 }
  }
}

extension TeamRate {
  struct Key: Hashable, Sendable {
    let day: CalendarDay
    let base: String
    let quote: String
  }

  var key: Key { Key(day: day, base: base, quote: quote) }
}
