// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursModel

/// Reads `{"base":"EUR","date":"2019-12-31","rates":{"USD":1.12}}` for one or several days: 1 EUR = 1.12 USD.
public enum FrankfurterV1 {
  public static func read(_ value: JSONValue) throws(ItemError) -> QuoteBatch {
    if let message = value["message"]?.string { throw .refusedBySource(message) }
    let fields = Fields(value: value, place: "")
    let base = try fields.currency("base")
    // The server rounds rates with another base, so they must not be mixed with the ECB's.
    guard base == .eur else { throw .unreadable(place: "/base", found: base.code, expected: .home) }
    guard try fields.number("amount").rational == .one else {
      throw .unreadable(place: "/amount", found: value["amount"]?.number?.text ?? "", expected: .unit)
    }
    guard let rates = value["rates"]?.object else { throw .unreadable(place: "/rates", found: "", expected: .rates) }
    var rows = QuoteRows(.frankfurter)
    if value["date"] != nil {
      try add(rates, on: try fields.day("date"), place: "/rates", to: &rows)
    } else {
      for day in rates.members {
        guard let date = Day(iso: day.key), let values = day.value.object else {
          throw .unreadable(place: "/rates/\(day.key)", found: "", expected: .day)
        }
        try add(values, on: date, place: "/rates/\(day.key)", to: &rows)
      }
    }
    return try rows.batch()
  }

  private static func add(
    _ rates: JSONObject, on day: Day, place: String, to rows: inout QuoteRows
  ) throws(ItemError) {
    for rate in rates.members {
      try rows.add(rate.key, rate.value.number?.text ?? "", on: day, at: "\(place)/\(rate.key)")
    }
  }
}
