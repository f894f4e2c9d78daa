// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursModel

extension JSONValue {
  /// The source's own word where the document reports an error, with whatever HTTP status; nil for rates.
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

  /// Throws the source's own word where the document reports an error.
  func refuseErrors() throws(ItemError) {
    if let refusal = self.refusal ?? self[0]?.refusal { throw .refusedBySource(refusal) }
  }
}

extension Fields {
  /// The rows of an array, at the document's top or under a name.
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

  /// The day in UTC of seconds since 1970.
  func day(ofUnixTime name: String) throws(ItemError) -> Day {
    guard let seconds = value[name]?.number?.integer, (0...253_402_300_799).contains(seconds) else {
      throw .unreadable(place: "\(place)/\(name)", found: value[name]?.number?.text ?? "", expected: .day)
    }
    return Day(number: Int32(seconds / 86_400))
  }

  /// The digits of a number or of a string that holds one.
  func digits(_ name: String) throws(ItemError) -> String {
    guard let text = value[name]?.number?.text ?? value[name]?.string else {
      throw .unreadable(place: "\(place)/\(name)", found: "", expected: .number)
    }
    return text
  }

  /// A flat map from code to number.
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
