// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursAPI
public import KursModel

extension Provider {
  public static let floatRates = Provider(
    id: ProviderID("floatrates"), publisher: "FloatRates", home: .eur, firstDay: .declared("2015-01-01"), carryLimit: 7,
    terms: "https://www.floatrates.com", dayMeaning: .fetched, coverage: 145,
    publication: Publication(.daily, hours: 0...13))
}

extension ProviderEndpoints {
  static let floatRates = ProviderEndpoints(
    address: "https://www.floatrates.com", minimumInterval: 14_400,
    latest: [Endpoint("latest", path: "/daily/eur.json", schema: "floatrates")])
}

extension ProviderDefinition {
  /// Reads `{"usd":{"code":"USD","rate":1.0881,"date":"Sat, 20 Jul 2024 00:55:11 GMT"}}`: 1 EUR = 1.0881 USD.
  static let floatRates = ProviderDefinition(json: .floatRates, asked: .floatRates) { value, rows throws(ItemError) in
    try value.refuseErrors()
    for member in value.object?.members ?? [] {
      let row = Fields(value: member.value, place: "/\(member.key)")
      let (code, date) = (try row.text("code"), try row.text("date"))
      guard code.lowercased() == member.key, let day = day(date) else {
        throw .unreadable(
          place: row.place, found: "\(code) \(date)", expected: code.lowercased() == member.key ? .day : .currency)
      }
      try rows.add(code, try row.digits("rate"), on: day, at: row.place)
    }
  }
  private static func day(_ text: String) -> Day? {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", parts[0].utf8.count == 4, parts[1].utf8.count <= 2 else { return nil }
    let date = parts[1].utf8.count == 1 ? "0\(parts[1])" : String(parts[1])
    return DayShape.spaced.day("\(date) \(parts[2]) \(parts[3])")
  }
}
