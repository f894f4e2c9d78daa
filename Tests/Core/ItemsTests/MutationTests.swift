// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursItems
import KursModel
import Testing
import TestSupport

/// Damages each fixture at random, the same way in each run. The document must be refused or give valid rates.
///
/// `KURS_MUTATIONS` sets the number of damaged copies of each fixture. A release build is tested with 20,000.
@Suite struct MutationTests {
  static let count = ProcessInfo.processInfo.environment["KURS_MUTATIONS"].flatMap(Int.init) ?? 150

  @Test("a damaged document never gives wrong rates", .fault("X22"), arguments: Fixture.all)
  func aDamagedDocumentNeverGivesWrongRates(fixture: Fixture) throws {
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
    // Some damage hits parts that the parser ignores. So at least one damaged document must be accepted.
    #expect(read > 0 || Self.count < 2000)
  }

  @Test("the error for a damaged document names place and expected value", arguments: Fixture.all)
  func theErrorForADamagedDocumentNamesPlaceAndExpectedValue(fixture: Fixture) throws {
    let items = try #require(fixture.items)
    #expect(!items.forms.isEmpty)
    var random = SplitMix64(seed: UInt64(fixture.bytes.count) &* 0x51ED)
    var (refused, vague) = (0, [ItemError]())
    // The schema refuses most damaged JSON. At least 3,000 documents are damaged, so that the parser also refuses some.
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
    // Removes the dots of this provider's numbers, because only this provider groups digits, as in 17.049,43.
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
        // The damaged document must contain the digits of each rate that was read from it.
        let digits = observation.value.text
        let forms = [digits, digits.replacing(".", with: ",")]
        if isExact, !forms.contains(where: { data.range(of: Data($0.utf8)) != nil }) { return false }
      }
    }
    return true
  }
}
