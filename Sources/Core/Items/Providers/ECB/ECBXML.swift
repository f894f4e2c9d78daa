// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

/// Reads `eurofxref-daily.xml` and `eurofxref-hist-90d.xml`. Each rate is the value of 1 EUR.
public enum ECBXML {
  public static func read(_ bytes: [UInt8]) throws(ItemError) -> QuoteBatch {
    let envelope = try XMLReader.read(bytes)
    guard envelope.name == "gesmes:Envelope", let outer = envelope.children(named: "Cube").first else {
      throw .foreign
    }
    var batch = QuoteBatch(provider: .ecb)
    var days = Set<Day>()
    for day in outer.children(named: "Cube") {
      let time = day.attributes["time"] ?? ""
      // A repeated day or currency is an error, because Kurs can't choose between two rates.
      guard let date = Day(iso: time), days.insert(date).inserted else {
        throw .unreadable(place: "Cube/@time", found: time, expected: .day)
      }
      var currencies = Set<Currency>()
      for rate in day.children(named: "Cube") {
        let (code, text) = (rate.attributes["currency"] ?? "", rate.attributes["rate"] ?? "")
        let place = "Cube[@time='\(time)']"
        guard let currency = Currency(code) else { throw .unreadable(place: place, found: code, expected: .currency) }
        guard currencies.insert(currency).inserted else {
          throw .unreadable(place: place, found: "\(code) \(text)", expected: .oneRate)
        }
        guard let value = PublishedNumber(quoted: text) else {
          throw .unreadable(place: place, found: "\(code) \(text)", expected: .rate)
        }
        batch.add(Observation(day: date, value: value), to: PairKey(base: .eur, counter: currency))
      }
    }
    guard batch.count > 0 else { throw .empty }
    batch.sortDays()
    return batch
  }
}
