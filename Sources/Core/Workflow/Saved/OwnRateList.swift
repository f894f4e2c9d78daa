// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// The rates that the person set, one for each pair, the same on all their machines.
public actor OwnRateList {
  private let objects: PersonObjects

  public init(of objects: PersonObjects) {
    self.objects = objects
  }

  /// By pair; those that have expired too, for the person may want to see and renew them.
  public func rates() async throws(StorageError) -> [OwnRate] {
    try await objects.ownRates()
  }

  /// The rates now and after each change, whoever makes it.
  public func lists() async -> AsyncStream<[OwnRate]> {
    await objects.values(of: .objects(.ownRate)) { [objects] () async throws(StorageError) in
      try await objects.ownRates()
    }
  }

  /// Sets the rate of its pair, in whichever direction that had one.
  public func set(_ rate: OwnRate) async throws(StorageError) {
    let (id, now) = (PersonObject.ID(rate.from, rate.to), objects.clock())
    try await objects.change(id, .ownRate) { object in
      var object = object ?? PersonObject(id: id, kind: .ownRate)
      object.set(rate.fields, now: now)
      return object
    }
  }

  public func remove(_ from: Currency, _ to: Currency) async throws(StorageError) {
    let (id, now) = (PersonObject.ID(from, to), objects.clock())
    try await objects.change(id, .ownRate) { object in
      var object = object
      object?.delete(now: now)
      return object
    }
  }
}

extension PersonObjects {
  fileprivate func ownRates() async throws(StorageError) -> [OwnRate] {
    try await objects(.ownRate).compactMap(OwnRate.init).sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }
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
