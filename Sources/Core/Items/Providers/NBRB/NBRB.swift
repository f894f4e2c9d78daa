// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
public import KursModel

extension Provider {
  /// The bank publishes a table on each working day, and a table of rarer currencies each month.
  public static let nbrb = Provider(
    id: ProviderID("nbrb"), publisher: "National Bank of the Republic of Belarus", home: Currency("BYN") ?? .eur,
    firstDay: .declared("2016-07-01"), carryLimit: 45, terms: "https://www.nbrb.by/engl/apihelp/exrates",
    direction: .homePerOther, dayMeaning: .effective,
    coverage: 31,
    // The bank fixes the rates on the day before. The server has them after midnight, Minsk time.
    publication: Publication(
      .workingDays, hours: 0...2,
      // The holiday nine days after Orthodox Easter is Radunitsa, a Tuesday.
      holidays: Holidays(fixed: [101, 102, 107, 308, 501, 509, 703, 1107, 1225], fromEaster: [9], .orthodox)),
    daysAhead: 0, rarePublication: Publication(.monthly, hours: 0...2))
}

extension ProviderEndpoints {
  /// With `periodicity` 0 the server sends the daily table, with 1 the monthly table.
  static let nbrb = ProviderEndpoints(
    address: "https://api.nbrb.by",
    latest: [
      Endpoint("latest", path: "/exrates/rates?periodicity=0", schema: "nbrb"),
      Endpoint("latest-monthly", path: "/exrates/rates?periodicity=1", schema: "nbrb"),
    ],
    span: Span(
      command: Endpoint("day", path: "/exrates/rates?ondate={from}&periodicity=0", schema: "nbrb"),
      days: 1,
      monthly: [Endpoint("day-monthly", path: "/exrates/rates?ondate={from}&periodicity=1", schema: "nbrb")]))
}

extension ProviderDefinition {
  /// Reads `[{"Cur_Abbreviation":"AMD","Cur_Scale":1000,"Cur_OfficialRate":7.5,"Date":…}]`: 1000 AMD = 7.5 BYN.
  static let nbrb = ProviderDefinition(json: .nbrb, asked: .nbrb) { value, rows throws(ItemError) in
    for row in try Fields.rows(value) {
      try rows.add(
        try row.text("Cur_Abbreviation"), try row.digits("Cur_OfficialRate"), unit: try row.digits("Cur_Scale"),
        on: try row.day("Date", DayShape("yyyy-MM-ddT00:00:00")), at: row.place)
    }
  }
}
