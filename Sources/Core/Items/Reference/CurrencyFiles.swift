// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
public import KursModel

/// Reads the files of `data/currencies` into the catalogue. The README in that folder explains the files.
public enum CurrencyFiles {
  public static func catalogue(
    currencies: [UInt8], fixedRates: [UInt8], redenominations: [UInt8]
  ) throws(ItemError) -> CurrencyCatalogue {
    let records = try rows(of: "currencies", in: currencies, record)
    let fixed = try rows(of: "fixed", in: fixedRates) { fields throws(ItemError) in
      try fixedRate(fields, kind: .euroChangeover)
    }
    let pegs = try rows(of: "peg", in: fixedRates) { fields throws(ItemError) in
      try fixedRate(fields, kind: .peg)
    }
    let renamed = try rows(of: "redenominations", in: redenominations, redenomination)
    return CurrencyCatalogue(records: records, legalRates: fixed + pegs + renamed)
  }

  private static func rows<T>(
    of name: String, in bytes: [UInt8], _ read: (Fields) throws(ItemError) -> T
  ) throws(ItemError) -> [T] {
    let document: JSONValue
    do {
      document = try JSONReader().read(bytes)
    } catch {
      throw .unreadable(place: "byte \(error.offset)", found: name)
    }
    guard let rows = document[name]?.array else { throw .unreadable(place: "/\(name)", found: "") }
    var values: [T] = []
    values.reserveCapacity(rows.count)
    for (index, row) in rows.enumerated() {
      values.append(try read(Fields(value: row, place: "/\(name)/\(index)")))
    }
    return values
  }

  private static func record(_ fields: Fields) throws(ItemError) -> CurrencyRecord {
    CurrencyRecord(
      currency: try fields.currency("code"),
      kind: fields.value["kind"]?.string.flatMap(CurrencyRecord.Kind.init) ?? .money,
      name: try fields.text("name"), minorUnit: fields.value["digits"]?.number?.integer ?? 2,
      symbols: fields.list("symbols"), countries: fields.list("countries"),
      cashStep: fields.value["cash"]?.string.flatMap { Rational(text: $0) }, from: try fields.optionalDay("from"),
      until: try fields.optionalDay("until"), successor: fields.value["successor"]?.string.flatMap { Currency($0) })
  }

  /// Reads a rate that a law fixes: 1 `base` = `value` `counter`.
  private static func fixedRate(_ fields: Fields, kind: LegalRate.Kind) throws(ItemError) -> LegalRate {
    let (base, counter) = (try fields.currency("base"), try fields.currency("counter"))
    let value = try fields.number("value").rational
    // Invert rates that a law states for one unit of the pegged or ended currency: 1 XPF = 0.00838 EUR, 1 CUC = 24 CUP.
    let isPerPegged = [fields.value["pegged"]?.string, fields.value["retired"]?.string].contains(base.code)
    guard let factor = isPerPegged ? Rational.one.divided(by: value) : value else {
      throw .unreadable(place: fields.place, found: "0")
    }
    return LegalRate(
      kind: kind, retired: isPerPegged ? base : counter, successor: isPerPegged ? counter : base,
      factor: factor, from: try fields.day("from"), until: try fields.optionalDay("until"),
      source: try fields.text("source"))
  }

  private static func redenomination(_ fields: Fields) throws(ItemError) -> LegalRate {
    LegalRate(
      kind: .redenomination, retired: try fields.currency("old"), successor: try fields.currency("new"),
      factor: try fields.number("factor").rational, from: try fields.day("date"), source: try fields.text("source"))
  }
}
