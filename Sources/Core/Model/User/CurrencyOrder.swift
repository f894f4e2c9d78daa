// SPDX-License-Identifier: GPL-3.0-or-later

public struct CurrencyOrder: Sendable {
  public private(set) var objects: [UserObject]
  private let kind: UserObject.Kind

  /// Creates the order. `objects` includes deleted objects.
  public init(_ kind: UserObject.Kind, of objects: [UserObject]) {
    self.kind = kind
    self.objects = objects
  }

  public var currencies: [Currency] { listed.map(\.currency) }

  /// Inserts a currency at `index`, or at the end. A known currency moves only if `index` is given.
  public mutating func add(_ currency: Currency, at index: Int? = nil, now: Timestamp) {
    let others = listed.filter { $0.currency != currency }
    guard index != nil || others.count == listed.count else { return }
    put(currency, at: min(max(index ?? others.count, 0), others.count), among: others, now: now)
  }

  public mutating func remove(_ currency: Currency, now: Timestamp) {
    guard let place = objects.firstIndex(where: { $0["currency"] == currency.code }) else { return }
    objects[place].delete(now: now)
  }

  public mutating func move(from index: Int, to target: Int, now: Timestamp) {
    let listed = listed
    guard index != target, listed.indices.contains(index), listed.indices.contains(target) else { return }
    add(listed[index].currency, at: target, now: now)
  }

  public mutating func become(_ target: [Currency], now: Timestamp) {
    for currency in currencies where !target.contains(currency) { remove(currency, now: now) }
    for (index, wanted) in target.enumerated() {
      let here = currencies
      if here.indices.contains(index), here[index] == wanted { continue }
      // Move one currency down, which is a single edit. Moving all others up would be many edits.
      if here.indices.contains(index + 1), here[index + 1] == wanted, let place = target.firstIndex(of: here[index]),
        here.indices.contains(place)
      {
        add(here[index], at: place, now: now)
      } else {
        add(wanted, at: index, now: now)
      }
    }
  }

  private typealias Listed = (currency: Currency, place: Rational, id: UserObject.ID)

  private var listed: [Listed] {
    objects.compactMap { object -> Listed? in
      guard !object.isDeleted, let currency = object["currency"].flatMap({ Currency($0) }) else { return nil }
      return (currency, object["place"].flatMap { Rational(fraction: $0) } ?? .zero, object.id)
    }.sorted { ($0.place, $0.id) < ($1.place, $1.id) }
  }

  private mutating func put(_ currency: Currency, at index: Int, among others: [Listed], now: Timestamp) {
    let before = index > 0 ? others[index - 1].place : nil
    let after = index < others.count ? others[index].place : nil
    if let place = OrderPlace.between(before, after) {
      set(currency, place, now: now)
      return
    }
    // Give all currencies new positions, because no short fraction lies between the neighbours' positions.
    var order = others.map(\.currency)
    order.insert(currency, at: index)
    for (index, currency) in order.enumerated() { set(currency, Rational(Int64(index)), now: now) }
  }

  private mutating func set(_ currency: Currency, _ place: Rational, now: Timestamp) {
    let id = UserObject.ID(kind, named: currency.code)
    if !objects.contains(where: { $0.id == id }) { objects.append(UserObject(id: id, kind: kind)) }
    guard let index = objects.firstIndex(where: { $0.id == id }) else { return }
    objects[index].set(["currency": currency.code, "place": place.fraction], now: now)
  }
}
