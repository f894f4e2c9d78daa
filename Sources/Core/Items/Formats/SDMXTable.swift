// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// Reads SDMX as CSV: `10^UNIT_MULT base = OBS_VALUE counter`. Finds the columns by name.
struct SDMXTable {
  let base: String
  let counter: String
  let home: String

  func read(_ bytes: [UInt8], into rows: inout QuoteRows) throws(ItemError) {
    var table = try CSVTable(bytes, requiring: [base, counter, "UNIT_MULT", "TIME_PERIOD", "OBS_VALUE"])
    while try table.advance() {
      let (code, value) = (table[base] ?? "", table["OBS_VALUE"] ?? "")
      let (multiplier, time) = (table["UNIT_MULT"] ?? "", table["TIME_PERIOD"] ?? "")
      if value.isEmpty || value == "NaN" || OtherCodes.all.contains(code) { continue }
      guard table[counter] == home else {
        throw .unreadable(place: table.place, found: table[counter] ?? "", expected: .home)
      }
      guard let day = Day(iso: time) else { throw .unreadable(place: table.place, found: time, expected: .day) }
      guard let exponent = UInt8(multiplier), String(exponent) == multiplier, let unit = QuoteUnit(exponent: exponent)
      else { throw .unreadable(place: table.place, found: multiplier, expected: .unit) }
      guard let other = Currency(code), let against = Currency(home) else {
        throw .unreadable(place: table.place, found: code, expected: .currency)
      }
      let pair = PairKey(base: other, counter: against)
      try rows.add(value, unit: unit, of: pair, on: day, at: table.place)
    }
  }
}
