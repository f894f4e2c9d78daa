// SPDX-License-Identifier: GPL-3.0-or-later

/// A rate of the team: `unit` units of the base currency cost `value` of the quote currency.
struct TeamRate: Hashable, Sendable {
  let day: CalendarDay
  let base: String
  let quote: String
  let unit: Int
  /// The decimal number as text, so that the server returns it unchanged.
  let value: String
}

extension TeamRate: Encodable {
  enum CodingKeys: String, CodingKey { case date, base, quote, unit, value }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(day.description, forKey: .date)
    try container.encode(base, forKey: .base)
    try container.encode(quote, forKey: .quote)
    try container.encode(unit, forKey: .unit)
    try container.encode(value, forKey: .value)
  }
}
