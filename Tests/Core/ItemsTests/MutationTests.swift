// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursItems
import KursModel
import Seeded
import TestSupport
import Testing

/// Each fixture damaged at random, the same way in each run: it is refused, or what it says keeps the form.
///
/// `KURS_MUTATIONS`: how many for each fixture; 20,000 is what a release build is tried with.
@Suite struct MutationTests {
  static let count = ProcessInfo.processInfo.environment["KURS_MUTATIONS"].flatMap(Int.init) ?? 150

  @Test(.fault("X22"), arguments: Fixture.all)
  func noDamageIsTakenForSomethingElse(fixture: Fixture) throws {
    let provider = try #require(fixture.items).provider
    var random = SplitMix64(seed: UInt64(fixture.bytes.count) &* 0x9E37)
    var (read, failed) = (0, 0)
    for _ in 0..<Self.count {
      let damaged = random.damage(fixture.bytes)
      guard let batch = try? fixture.read(damaged) else { continue }
      read += 1
      if !isSound(batch, of: provider, in: damaged, against: fixture) {
        failed += 1
        if failed <= 3 { Issue.record("\(String(decoding: damaged, as: UTF8.self)) → \(batch)") }
      }
    }
    #expect(failed == 0)
    // Some damage hits what nobody reads: none at all in so many would mean that nothing is read.
    #expect(read > 0 || Self.count < 2000)
  }

  /// The report names the place and the expected form.
  @Test(arguments: Fixture.all)
  func eachRefusalNamesAPlaceAndWhatWasExpected(fixture: Fixture) throws {
    let items = try #require(fixture.items)
    #expect(!items.forms.isEmpty)
    var random = SplitMix64(seed: UInt64(fixture.bytes.count) &* 0x51ED)
    var (refused, vague) = (0, [ItemError]())
    // Most damage of JSON its schema meets first: so many are needed for one that the mapping refuses.
    for _ in 0..<max(Self.count, 3000) {
      do { _ = try fixture.read(random.damage(fixture.bytes)) } catch {
        guard let error = error as? ItemError, case .unreadable(let place, _, let expected) = error else { continue }
        refused += 1
        if place.isEmpty || expected == .any { vague.append(error) }
      }
    }
    #expect(vague.isEmpty)
    #expect(refused > 0)
  }

  private func isSound(
    _ batch: QuoteBatch, of provider: Provider, in document: [UInt8], against fixture: Fixture
  ) -> Bool {
    guard batch.provider == provider.id, batch.count > 0, batch.count <= fixture.quotes.count * 3 else { return false }
    // The one table that groups its digits: 17.049,43.
    let text = provider.id == .bmf ? document.filter { $0 != UInt8(ascii: ".") } : document
    let data = Data(text)
    let isExact = provider.basis == .published && !text.hasExponent()
    for (pair, observations) in batch.pairs {
      let home = provider.home
      guard pair.base != pair.counter else { return false }
      guard provider.direction == .statedPerRow || [pair.base, pair.counter].contains(home) else { return false }
      switch provider.direction {
      case .othersPerHome: guard pair.base == home else { return false }
      case .homePerOther: guard pair.counter == home else { return false }
      case .statedPerRow: break
      }
      for (index, observation) in observations.enumerated() {
        if index > 0, observations[index - 1].day >= observation.day { return false }
        guard observation.unit.exponent != nil || provider.id.isTeam, (1...9999).contains(observation.day.year) else { return false }
        // Its digits stand in the document as they are stored.
        let digits = observation.value.text
        let forms = [digits, digits.replacing(".", with: ",")]
        if isExact, !forms.contains(where: { data.range(of: Data($0.utf8)) != nil }) { return false }
      }
    }
    return true
  }
}
