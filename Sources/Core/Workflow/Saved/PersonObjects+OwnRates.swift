// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

extension PersonObjects {
  /// The rates that the person set, by pair; expired ones too, for the person may want to see and renew them.
  public func ownRates() async throws(StorageError) -> [OwnRate] {
    try await objects(.ownRate).compactMap(OwnRate.init).byPair
  }

  /// Sets the rate of its pair, in whichever direction that had one.
  public func set(_ rate: OwnRate) async throws(StorageError) {
    let (id, now) = (PersonObject.ID(rate.from, rate.to), clock())
    try await change(id, .ownRate) { object in
      var object = object ?? PersonObject(id: id, kind: .ownRate)
      object.set(rate.fields, now: now)
      return object
    }
  }

  public func removeOwnRate(_ from: Currency, _ to: Currency) async throws(StorageError) {
    let (id, now) = (PersonObject.ID(from, to), clock())
    try await change(id, .ownRate) { object in
      var object = object
      object?.delete(now: now)
      return object
    }
  }
}

extension [OwnRate] {
  var byPair: [OwnRate] { sorted { ($0.from, $0.to) < ($1.from, $1.to) } }
}

extension PersonObject.ID {
  /// A pair has one rate, whichever way round it was set.
  init(_ a: Currency, _ b: Currency) {
    self.init(.ownRate, named: "\(min(a, b))/\(max(a, b))")
  }
}

extension OwnRate {
  /// Pair, direction and value are one field: half of one edit and half of another would be a wrong rate.
  var fields: [String: String] {
    ["rate": "\(from) \(to) \(value.fraction)", "note": note, "expires": expires?.description ?? ""]
  }

  init?(_ object: PersonObject) {
    let parts = object["rate"]?.split(separator: " ") ?? []
    guard parts.count == 3, let from = Currency(parts[0]), let to = Currency(parts[1]),
      let value = Rational(fraction: parts[2])
    else { return nil }
    self.init(
      from: from, to: to, value: value, note: object["note"] ?? "", expires: object["expires"].flatMap { Day(iso: $0) })
  }
}
