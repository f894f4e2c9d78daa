// SPDX-License-Identifier: GPL-3.0-or-later

import JSONSchema
import KursModel

/// Reads the members of a JSON object strictly. Errors contain the member's location.
struct Fields {
  let value: JSONValue
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

  /// Reads a decimal number from a string or a JSON number. Preserves its digits.
  func number(_ name: String) throws(ItemError) -> PublishedNumber {
    let text = value[name]?.string ?? value[name]?.number?.text
    guard let number = text.flatMap({ PublishedNumber($0) }) else { throw unreadable(name, .number) }
    return number
  }

  func list(_ name: String) -> [String] {
    value[name]?.array?.compactMap(\.string) ?? []
  }

  private func unreadable(_ name: String, _ expected: ItemError.Expected) -> ItemError {
    .unreadable(
      place: "\(place)/\(name)", found: value[name].map { JSONWriter().text(of: $0) } ?? "", expected: expected)
  }
}

extension Fields {
  func present(_ name: String) -> Fields? {
    value[name].flatMap { $0.isNull ? nil : self }
  }

  func inside(_ name: String) throws(ItemError) -> Fields? {
    guard let inner = value[name], !inner.isNull else { return nil }
    guard inner.object != nil else { throw .unreadable(place: "\(place)/\(name)", found: JSONWriter().text(of: inner)) }
    return Fields(value: inner, place: "\(place)/\(name)")
  }

  func each<T>(_ name: String, _ read: (Fields) throws(ItemError) -> T) throws(ItemError) -> [T] {
    guard let elements = value[name]?.array else { throw .unreadable(place: "\(place)/\(name)", found: "") }
    var all: [T] = []
    for (index, element) in elements.enumerated() {
      all.append(try read(Fields(value: element, place: "\(place)/\(name)/\(index)")))
    }
    return all
  }

  func fraction(_ name: String) throws(ItemError) -> Rational {
    let text = try text(name)
    guard let number = Rational(fraction: text) else { throw .unreadable(place: "\(place)/\(name)", found: text) }
    return number
  }

  func money() throws(ItemError) -> Money { Money(try fraction("amount"), try currency("currency")) }
}

extension JSONValue {
  static func of(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(members.filter { !$0.1.isNull }))
  }

  static func of(_ currency: Currency?) -> JSONValue { currency.map { .string($0.code) } ?? .null }
  static func of(_ day: Day?) -> JSONValue { day.map { .string($0.description) } ?? .null }

  static func of(_ money: Money) -> JSONValue {
    .of([("amount", .string(money.amount.fraction)), ("currency", .of(money.currency))])
  }
}

extension JSONValue {
  /// The error message of the server. Nil if the response isn't an error.
  var refusal: String? {
    if self["success"]?.bool == false || self["error"]?.object != nil {
      let error = self["error"]
      return error?["type"]?.string ?? error?["code"]?.string ?? error?["message"]?.string
        ?? error?["info"]?.string ?? error?["code"]?.number?.text ?? "error"
    }
    if self["error"]?.bool == true { return self["message"]?.string ?? "error" }
    if self["result"]?.string == "error" { return self["error-type"]?.string ?? "error" }
    if let message = self["status"]?["error_message"]?.string { return message }
    if let error = self["error"]?.string { return error }
    return self["message"]?.string
  }

  func refuseErrors() throws(ItemError) {
    if let refusal = self.refusal ?? self[0]?.refusal { throw .refusedBySource(refusal) }
  }
}

extension Fields {
  static func rows(_ value: JSONValue, under name: String? = nil) throws(ItemError) -> [Fields] {
    try value.refuseErrors()
    let place = name.map { "/\($0)" } ?? ""
    guard let rows = (name == nil ? value : value[name ?? ""])?.array else { throw .foreign }
    return rows.enumerated().map { Fields(value: $1, place: "\(place)/\($0)") }
  }

  func day(_ name: String, _ shape: DayShape) throws(ItemError) -> Day {
    let text = try self.text(name)
    guard let day = shape.day(text) else { throw .unreadable(place: "\(place)/\(name)", found: text, expected: .day) }
    return day
  }

  /// Reads seconds since 1970. Returns the day in UTC.
  func day(ofUnixTime name: String) throws(ItemError) -> Day {
    guard let seconds = value[name]?.number?.integer, (0...253_402_300_799).contains(seconds) else {
      throw .unreadable(place: "\(place)/\(name)", found: value[name]?.number?.text ?? "", expected: .day)
    }
    return Day(number: Int32(seconds / 86_400))
  }

  func digits(_ name: String) throws(ItemError) -> String {
    guard let text = value[name]?.number?.text ?? value[name]?.string else {
      throw .unreadable(place: "\(place)/\(name)", found: "", expected: .number)
    }
    return text
  }

  func map(_ name: String) throws(ItemError) -> [(code: String, digits: String)] {
    guard let object = value[name]?.object else {
      throw .unreadable(place: "\(place)/\(name)", found: "", expected: .rates)
    }
    var pairs: [(code: String, digits: String)] = []
    for member in object.members {
      guard let digits = member.value.number?.text else {
        throw .unreadable(place: "\(place)/\(name)/\(member.key)", found: "", expected: .rate)
      }
      pairs.append((member.key, digits))
    }
    return pairs
  }
}
