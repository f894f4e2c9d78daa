// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursModel

/// The members of one JSON object, read strictly: what is wrong names its place.
struct Fields {
  let value: JSONValue
  /// JSON pointer to the object.
  let place: String

  func text(_ name: String) throws(ItemError) -> String {
    guard let text = value[name]?.string else { throw unreadable(name, .text) }
    return text
  }

  func currency(_ name: String) throws(ItemError) -> Currency {
    guard let currency = Currency(try text(name)) else { throw unreadable(name, .currency) }
    return currency
  }

  func day(_ name: String) throws(ItemError) -> Day {
    guard let day = Day(iso: try text(name)) else { throw unreadable(name, .day) }
    return day
  }

  func optionalDay(_ name: String) throws(ItemError) -> Day? {
    value[name] == nil ? nil : try day(name)
  }

  /// A decimal printed as text, or as a JSON number, whose digits are kept.
  func number(_ name: String) throws(ItemError) -> PublishedNumber {
    let text = value[name]?.string ?? value[name]?.number?.text
    guard let number = text.flatMap({ PublishedNumber($0) }) else { throw unreadable(name, .number) }
    return number
  }

  /// The strings of an array; empty where there is none.
  func list(_ name: String) -> [String] {
    value[name]?.array?.compactMap(\.string) ?? []
  }

  private func unreadable(_ name: String, _ expected: ItemError.Expected) -> ItemError {
    .unreadable(
      place: "\(place)/\(name)", found: value[name].map { JSONWriter().text(of: $0) } ?? "", expected: expected)
  }
}
