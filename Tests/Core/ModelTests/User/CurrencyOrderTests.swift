// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

/// The user's order of favourite currencies, on one computer and on two.
@Suite struct CurrencyOrderTests {
  let codes = ["EUR", "USD", "JPY", "GBP", "CHF", "TRY", "SEK"]

  func currency(_ code: String) -> Currency { Currency(code) ?? .eur }

  func order(_ codes: [String]) -> CurrencyOrder {
    var order = CurrencyOrder(.favourite, of: [])
    for code in codes { order.add(currency(code), now: Timestamp(milliseconds: 1)) }
    return order
  }

  func merged(_ one: CurrencyOrder, _ other: CurrencyOrder) -> CurrencyOrder {
    let theirs = Dictionary(uniqueKeysWithValues: other.objects.map { ($0.id, $0) })
    let both = one.objects.map { object in theirs[object.id].map { object.merged(with: $0) } ?? object }
    let mine = Set(one.objects.map(\.id))
    return CurrencyOrder(.favourite, of: both + other.objects.filter { !mine.contains($0.id) })
  }

  @Test("adding, removing and moving currencies gives the expected order", arguments: 1...10)
  func addingRemovingAndMovingCurrenciesGivesTheExpectedOrder(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var (order, model) = (CurrencyOrder(.favourite, of: []), [Currency]())
    for step in 0..<1_000 {
      let (now, currency) = (Timestamp(milliseconds: Int64(step)), currency(codes.randomElement(using: &random) ?? ""))
      switch Int.random(in: 0...3, using: &random) {
      case 0:
        order.add(currency, now: now)
        if !model.contains(currency) { model.append(currency) }
      case 1:
        order.remove(currency, now: now)
        model.removeAll { $0 == currency }
      case 2:
        model.removeAll { $0 == currency }
        let index = Int.random(in: 0...model.count, using: &random)
        order.add(currency, at: index, now: now)
        model.insert(currency, at: index)
      default:
        guard model.count > 1 else { continue }
        let (from, to) = (model.indices.randomElement(using: &random) ?? 0, model.indices.randomElement(using: &random) ?? 0)
        order.move(from: from, to: to, now: now)
        model.insert(model.remove(at: from), at: to)
      }
      #expect(order.currencies == model)
      guard order.currencies == model else { return }
    }
  }

  @Test("moving a currency in the order changes no other currency")
  func movingACurrencyInTheOrderChangesNoOtherCurrency() {
    let before = order(codes)
    var after = before
    after.move(from: 6, to: 1, now: Timestamp(milliseconds: 2))
    #expect(after.currencies.map(\.code) == ["EUR", "SEK", "USD", "JPY", "GBP", "CHF", "TRY"])
    #expect(zip(before.objects, after.objects).filter { $0 != $1 }.count == 1)
  }

  @Test("different moves on two devices are both applied") func differentMovesOnTwoDevicesAreBothApplied() {
    var (one, other) = (order(codes), order(codes))
    one.move(from: 0, to: 6, now: Timestamp(milliseconds: 2))
    other.move(from: 5, to: 1, now: Timestamp(milliseconds: 3))
    #expect(merged(one, other).currencies.map(\.code) == ["TRY", "USD", "JPY", "GBP", "CHF", "SEK", "EUR"])
    #expect(merged(one, other).currencies == merged(other, one).currencies)
  }

  @Test("the same favourite added on two devices appears once") func theSameFavouriteAddedOnTwoDevicesAppearsOnce() {
    var (one, other) = (order(["EUR"]), order(["USD"]))
    one.add(.jpy, now: Timestamp(milliseconds: 2))
    other.add(.jpy, now: Timestamp(milliseconds: 3))
    #expect(merged(one, other).currencies.filter { $0 == .jpy }.count == 1)
    #expect(merged(one, other).currencies.count == 3)
  }

  /// No position lies between two equal positions. Equal positions arise only if two computers edit the list.
  @Test("a currency can be added between two with equal positions")
  func aCurrencyCanBeAddedBetweenTwoWithEqualPositions() {
    var (one, other) = (order(["EUR"]), order(["EUR"]))
    one.add(.usd, now: Timestamp(milliseconds: 2))
    other.add(.jpy, now: Timestamp(milliseconds: 2))
    var both = merged(one, other)
    both.add(.gbp, at: 2, now: Timestamp(milliseconds: 3))
    #expect(both.currencies[2] == .gbp)
    #expect(both.currencies.count == 4)
  }
}
