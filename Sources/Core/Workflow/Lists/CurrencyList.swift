// SPDX-License-Identifier: GPL-3.0-or-later

public import KursModel
public import KursStorage

public typealias Favourites = CurrencyList

/// A synced, ordered list of currencies: the favourites, or the result currencies of the calculator.
public struct CurrencyList: Sendable {
  let kind: UserObject.Kind
  let objects: UserObjects

  public init(_ kind: UserObject.Kind = .favourite, of objects: UserObjects) {
    self.kind = kind
    self.objects = objects
  }

  public func currencies() async throws(StorageError) -> [Currency] {
    CurrencyOrder(kind, of: try await objects.objects(kind)).currencies
  }

  public func add(_ currency: Currency, at index: Int? = nil) async throws(StorageError) {
    try await change { $0.add(currency, at: index, now: $1) }
  }

  public func remove(_ currency: Currency) async throws(StorageError) {
    try await change { $0.remove(currency, now: $1) }
  }

  public func move(from index: Int, to target: Int) async throws(StorageError) {
    try await change { $0.move(from: index, to: target, now: $1) }
  }

  private func change(
    _ edit: @escaping @Sendable (inout CurrencyOrder, Timestamp) -> Void
  ) async throws(StorageError) {
    let (kind, now) = (kind, objects.clock())
    try await objects.change(kind) { all in
      var order = CurrencyOrder(kind, of: all)
      edit(&order, now)
      return order.objects
    }
  }
}

public struct RecentCurrencies: Sendable {
  public static let limit = 8
  private let objects: UserObjects

  public init(of objects: UserObjects) {
    self.objects = objects
  }

  public func currencies() async throws(StorageError) -> [Currency] {
    try await objects.database.recentCurrencies(of: await objects.member, limit: Self.limit)
  }

  public func chosen(_ currency: Currency) async throws(StorageError) {
    try await objects.database.noteRecent(currency, of: await objects.member)
    await objects.announce([.recentCurrencies])
  }
}
