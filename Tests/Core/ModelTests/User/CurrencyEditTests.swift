// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing
import TestSupport

/// An edit of a list of currencies is applied to another version of the list.
@Suite struct CurrencyEditTests {
  private func list(_ codes: String) -> [Currency] { codes.split(separator: " ").compactMap { Currency($0) } }

  private func done(_ before: String, _ after: String, to other: String) -> String {
    CurrencyEdit(before: list(before), after: list(after)).applied(to: list(other)).map(\.code).joined(separator: " ")
  }

  @Test("an edit changes only the currencies that it added, removed or moved", arguments: [
    // An added currency goes after the currency that it followed, else before the currency that it preceded, else to
    // the end.
    ("EUR USD", "EUR JPY USD", "EUR USD CHF", "EUR JPY USD CHF"), ("EUR USD", "EUR USD JPY", "EUR CHF", "EUR JPY CHF"),
    ("EUR", "JPY EUR", "CHF EUR", "CHF JPY EUR"), ("EUR", "EUR JPY", "CHF", "CHF JPY"),
    // Removing a currency that isn't in the list changes nothing.
    ("EUR USD JPY", "EUR JPY", "JPY USD EUR", "JPY EUR"), ("EUR USD", "EUR", "CHF", "CHF"),
    // A currency that is already in the list keeps its place.
    ("EUR", "EUR JPY", "JPY CHF EUR", "JPY CHF EUR"),
    // Moved currencies exchange their places. The other currencies stay.
    ("EUR USD", "USD EUR", "EUR CHF USD", "USD CHF EUR"), ("EUR USD JPY", "JPY EUR USD", "EUR CHF JPY", "JPY CHF EUR"),
    // One currency replaces another.
    ("EUR USD JPY", "EUR GBP JPY", "CHF EUR USD JPY", "CHF EUR GBP JPY"),
    ("EUR USD", "EUR USD", "JPY", "JPY"), ("EUR USD", "", "USD JPY", "JPY"), ("", "EUR USD", "", "EUR USD"),
  ])
  func anEditChangesOnlyTheCurrenciesThatItAddedRemovedOrMoved(
    before: String, after: String, other: String, expected: String
  ) {
    #expect(done(before, after, to: other) == expected)
  }

  @Test("applying a recorded edit to the original list gives the edited list", arguments: 1...200)
  func applyingARecordedEditToTheOriginalListGivesTheEditedList(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let all = list("EUR USD JPY GBP CHF TRY SEK")
    let before = all.shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random))
    let after = all.shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random))
    let edit = CurrencyEdit(before: Array(before), after: Array(after))
    #expect(edit.applied(to: Array(before)) == Array(after))
    // Applying the edit twice has the same result as applying it once.
    #expect(edit.applied(to: Array(after)) == Array(after))
  }

  @Test("any order of currencies can become any other order", arguments: 1...200)
  func anyOrderOfCurrenciesCanBecomeAnyOtherOrder(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let all = list("EUR USD JPY GBP CHF TRY SEK")
    var order = CurrencyOrder(.result, of: [])
    for now in 1...4 as ClosedRange<Int64> {
      let target = Array(all.shuffled(using: &random).prefix(Int.random(in: 0...7, using: &random)))
      order.become(target, now: Timestamp(milliseconds: now))
      #expect(order.currencies == target)
    }
  }

  @Test("moving one currency changes only one stored object", arguments: [
    ("USD JPY GBP EUR", 1), ("GBP EUR USD JPY", 1), ("EUR JPY USD GBP", 1), ("GBP USD JPY EUR", 2),
    ("EUR USD GBP", 1), ("EUR CHF USD JPY GBP", 1), ("EUR USD JPY GBP", 0),
  ])
  func movingOneCurrencyChangesOnlyOneStoredObject(target: String, edits: Int) {
    var order = CurrencyOrder(.result, of: [])
    order.become(list("EUR USD JPY GBP"), now: Timestamp(milliseconds: 1))
    let before = Dictionary(uniqueKeysWithValues: order.objects.map { ($0.id, $0) })
    order.become(list(target), now: Timestamp(milliseconds: 2))
    #expect(order.objects.count { before[$0.id] != $0 } == edits)
  }
}
