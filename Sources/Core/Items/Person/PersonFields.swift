// SPDX-License-Identifier: GPL-3.0-or-later
import JSONSchema
import KursModel

extension Fields {
  /// Itself where the member is there and is not null.
  func present(_ name: String) -> Fields? {
    value[name].flatMap { $0.isNull ? nil : self }
  }

  /// The object under a name; nil where it is absent or null.
  func inside(_ name: String) throws(ItemError) -> Fields? {
    guard let inner = value[name], !inner.isNull else { return nil }
    guard inner.object != nil else { throw .unreadable(place: "\(place)/\(name)", found: JSONWriter().text(of: inner)) }
    return Fields(value: inner, place: "\(place)/\(name)")
  }

  /// Each element of an array, read; throws where there is none.
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

  /// An object's own `amount` and `currency`.
  func money() throws(ItemError) -> Money { Money(try fraction("amount"), try currency("currency")) }
}

extension JSONValue {
  /// Members that are null are left out.
  static func of(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(members.filter { !$0.1.isNull }))
  }

  static func of(_ currency: Currency?) -> JSONValue { currency.map { .string($0.code) } ?? .null }
  static func of(_ day: Day?) -> JSONValue { day.map { .string($0.description) } ?? .null }

  static func of(_ money: Money) -> JSONValue {
    .of([("amount", .string(money.amount.fraction)), ("currency", .of(money.currency))])
  }
}
