// SPDX-License-Identifier: GPL-3.0-or-later
public import JSONSchema
public import KursModel

/// Frankfurter v1: `{"amount":1.0,"base":"EUR","date":"2019-12-31","rates":{"USD":1.1234}}`, one day or many.
///
/// 1 base = rates[X]. Only asked with amount 1 and base EUR, for it rounds what it rebases; the rates are the ECB's.
public enum FrankfurterV1 {
  /// `value` has passed its schema; throws where a number, code or date cannot be one.
  public static func read(_ value: JSONValue) throws(ItemError) -> QuoteBatch {
    if let message = value["message"]?.string { throw .refusedBySource(message) }
    let fields = Fields(value: value, place: "")
    let base = try fields.currency("base")
    // Asked in euro; whatever else it answers is rebased and rounded, and would lie beside the euro's as its equal.
    guard base == .eur else { throw .unreadable(place: "/base", found: base.code, expected: .home) }
    guard try fields.number("amount").rational == .one else {
      throw .unreadable(place: "/amount", found: value["amount"]?.number?.text ?? "", expected: .unit)
    }
    guard let rates = value["rates"]?.object else { throw .unreadable(place: "/rates", found: "", expected: .rates) }
    var batch = QuoteBatch(provider: .frankfurter)
    if value["date"] != nil {
      try add(rates, on: try fields.day("date"), base: base, place: "/rates", to: &batch)
    } else {
      for day in rates.members {
        guard let date = Day(iso: day.key), let values = day.value.object else {
          throw .unreadable(place: "/rates/\(day.key)", found: "", expected: .day)
        }
        try add(values, on: date, base: base, place: "/rates/\(day.key)", to: &batch)
      }
    }
    guard batch.count > 0 else { throw .empty }
    batch.sortDays()
    return batch
  }

  private static func add(
    _ rates: JSONObject, on day: Day, base: Currency, place: String, to batch: inout QuoteBatch
  ) throws(ItemError) {
    for rate in rates.members {
      let text = rate.value.number?.text ?? ""
      guard let counter = Currency(rate.key) else {
        throw .unreadable(place: "\(place)/\(rate.key)", found: rate.key, expected: .currency)
      }
      guard let value = PublishedNumber(quoted: text) else {
        throw .unreadable(place: "\(place)/\(rate.key)", found: text, expected: .rate)
      }
      batch.add(Observation(day: day, value: value), to: PairKey(base: base, counter: counter))
    }
  }
}
