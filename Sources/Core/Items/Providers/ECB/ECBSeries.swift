// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Reads SDMX CSV of the ECB's data portal: `1 CURRENCY_DENOM = OBS_VALUE CURRENCY`.
public enum ECBSeries {
  public static func read(_ bytes: [UInt8]) throws(ItemError) -> QuoteBatch {
    var table = try CSVTable(bytes, requiring: ["CURRENCY", "CURRENCY_DENOM", "TIME_PERIOD", "OBS_VALUE"])
    var rows = QuoteRows(.ecb)
    while try table.advance() {
      let (code, base) = (table["CURRENCY"] ?? "", table["CURRENCY_DENOM"] ?? "")
      let (value, time) = (table["OBS_VALUE"] ?? "", table["TIME_PERIOD"] ?? "")
      if value.isEmpty || value == "NaN" { continue }
      // Kurs supports only the multiplier 0, which all published rows have. It refuses any other value.
      let multiplier = table["UNIT_MULT"] ?? "0"
      guard base == "EUR" else { throw .unreadable(place: table.place, found: base, expected: .home) }
      guard multiplier == "0" else { throw .unreadable(place: table.place, found: multiplier, expected: .unit) }
      guard let day = Day(iso: time) else { throw .unreadable(place: table.place, found: time, expected: .day) }
      try rows.add(code, value, on: day, at: table.place)
    }
    return try rows.batch()
  }
}
