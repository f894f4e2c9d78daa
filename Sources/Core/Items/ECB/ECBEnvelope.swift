// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
public import KursModel
import XMLCoder

/// The ECB's XML, `eurofxref-daily.xml` and `eurofxref-hist-90d.xml`: 1 EUR = rate of each currency.
struct ECBEnvelope: Decodable {
  struct Outer: Decodable {
    let days: [Day]
    enum CodingKeys: String, CodingKey { case days = "Cube" }
  }

  struct Day: Decodable {
    @Attribute var time: String
    let rates: [Rate]
    enum CodingKeys: String, CodingKey { case time, rates = "Cube" }
  }

  struct Rate: Decodable {
    @Attribute var currency: String
    @Attribute var rate: String
  }

  let outer: Outer
  enum CodingKeys: String, CodingKey { case outer = "Cube" }
}

public enum ECBXML {
  /// Reads either file; throws `.foreign` for a page that is none, and names the element that cannot be read.
  public static func read(_ bytes: [UInt8]) throws(ItemError) -> QuoteBatch {
    let envelope: ECBEnvelope
    do {
      envelope = try XMLDecoder().decode(ECBEnvelope.self, from: Data(bytes))
    } catch {
      let isWhole = String(decoding: bytes.suffix(200), as: UTF8.self).contains("</gesmes:Envelope>")
      throw bytes.starts(with: Array("<?xml".utf8)) && !isWhole ? .truncated : .foreign
    }
    var batch = QuoteBatch(provider: .ecb)
    for day in envelope.outer.days {
      guard let date = KursModel.Day(iso: day.time) else {
        throw .unreadable(place: "Cube@time", found: day.time)
      }
      for rate in day.rates {
        guard let currency = Currency(rate.currency), let value = PublishedNumber(rate.rate) else {
          throw .unreadable(place: "Cube[@time='\(day.time)']", found: "\(rate.currency) \(rate.rate)")
        }
        guard value.coefficient > 0 else { throw .notPositive(currency, date) }
        batch.add(Observation(day: date, value: value), to: PairKey(base: .eur, counter: currency))
      }
    }
    guard batch.count > 0 else { throw .empty }
    batch.sortDays()
    return batch
  }
}
