// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import Testing

@testable import KursWorkflow

@Suite struct UserListTests {
  @Test("favourites keep their order after reopening") func favouritesKeepTheirOrderAfterReopening() async throws {
    let desk = try Desk()
    let favourites = Favourites(of: desk.objects)
    for currency in [Currency.eur, .usd, .jpy, .gbp] { try await favourites.add(currency) }
    try await favourites.move(from: 3, to: 0)
    try await favourites.remove(.usd)
    try await favourites.add(.chf, at: 1)
    #expect(try await favourites.currencies() == [.gbp, .chf, .eur, .jpy])
    let again = UserObjects(
      database: try UserDatabase(path: desk.folder.path + "/person.sqlite"), clock: desk.clock.now)
    #expect(try await Favourites(of: again).currencies() == [.gbp, .chf, .eur, .jpy])
    #expect(try await CurrencyList(.result, of: again).currencies().isEmpty)
  }

  @Test("choosing a ninth recent currency removes the oldest")
  func choosingANinthRecentCurrencyRemovesTheOldest() async throws {
    let desk = try Desk()
    let recent = RecentCurrencies(of: desk.objects)
    let codes = ["EUR", "USD", "JPY", "GBP", "CHF", "TRY", "SEK", "NOK", "DKK"]
    for code in codes { try await recent.chosen(currency(code)) }
    #expect(try await recent.currencies().map(\.code) == codes.dropFirst().reversed())
    try await recent.chosen(.usd)
    #expect(try await recent.currencies().first == .usd)
    #expect(try await recent.currencies().count == RecentCurrencies.limit)
  }

  @Test("a pair has only one custom rate for both directions")
  func aPairHasOnlyOneCustomRateForBothDirections() async throws {
    let desk = try Desk()
    let rates = desk.objects
    let third = try #require(Rational(fraction: "1/3"))
    try await rates.set(try #require(CustomRate(from: .eur, to: .usd, value: third, note: "fair", expires: day("2026-12-31"))))
    #expect(try await rates.ownRates().map(\.value) == [third])
    let back = try #require(CustomRate(from: .usd, to: .eur, value: number("3")))
    desk.clock.advance(by: 1)
    try await rates.set(back)
    #expect(try await rates.ownRates() == [back])
    try await rates.removeOwnRate(.eur, .usd)
    #expect(try await rates.ownRates().isEmpty)
    try await rates.set(back)
    #expect(try await rates.ownRates() == [back])
  }

  @Test("switching the member shows that member's favourites")
  func switchingTheMemberShowsThatMembersFavourites() async throws {
    let desk = try Desk()
    let favourites = Favourites(of: desk.objects)
    try await favourites.add(.eur)
    var lists = await favourites.lists().makeAsyncIterator()
    #expect(await lists.next() == [.eur])
    await desk.objects.memberChanged(to: MemberID("a"))
    #expect(await lists.next() == [])
    try await desk.objects.adopt()
    #expect(await lists.next() == [.eur])
    await desk.objects.memberChanged(to: .withoutAccount)
    #expect(await lists.next() == [])
  }

  @Test("simultaneous additions of favourites lose no favourite")
  func simultaneousAdditionsOfFavouritesLoseNoFavourite() async throws {
    let desk = try Desk()
    let codes = (0..<26).map { "X" + String(UnicodeScalar(UInt8(65 + $0))) + "X" }
    await withTaskGroup(of: Void.self) { group in
      for code in codes {
        group.addTask { try? await Favourites(of: desk.objects).add(currency(code)) }
      }
    }
    #expect(try await Set(Favourites(of: desk.objects).currencies().map(\.code)) == Set(codes))
  }
}
