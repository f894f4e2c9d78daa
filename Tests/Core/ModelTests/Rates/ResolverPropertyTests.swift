// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel
import Testing

/// Checks properties of every conversion path for random banks and days. The seeds are fixed.
@Suite struct ResolverPropertyTests {
  @Test("random conversions have the same rate as an independent calculation", arguments: [1, 2, 3, 4])
  func randomConversionsHaveTheSameRateAsAnIndependentCalculation(seed: Int) throws {
    let cases = try BankCase.random(5_000, seed: seed)
    #expect(cases.count == 5_000)
    var (wrong, mixes, sided) = ([String](), 0, 0)
    for (index, question) in cases.enumerated() {
      let route = try? question.resolver().route(from: question.pair.from, to: question.pair.to)
      if route?.value != question.expected || route?.legs.count != question.steps {
        wrong.append("\(index): \(question.from) \(question.to)")
      }
      if let route, route.providers.count > 1 { mixes += 1 }
      if let route, route.quotes.contains(where: { $0.side != .middle }) { sided += 1 }
    }
    #expect(wrong.isEmpty, "\(wrong.count), \(wrong.prefix(5))")
    #expect(mixes > 100)
    #expect(sided > 300)
  }

  @Test("a random conversion uses at most two banks and no future rate", arguments: [11, 12, 13])
  func aRandomConversionUsesAtMostTwoBanksAndNoFutureRate(seed: Int) throws {
    for question in try BankCase.random(3_000, seed: seed) {
      let (from, to) = question.pair
      let resolver = question.resolver()
      let route = try? resolver.route(from: from, to: to)
      // The route does not depend on the order of the quotes.
      let again = try? question.resolver(shuffled: true).route(from: from, to: to)
      #expect(again == route)
      guard let route else { continue }
      if let day = question.day { #expect(route.quotes.allSatisfy { $0.observation.day.number <= day }) }
      #expect(route.providers.count <= 2)
      if resolver.tables.contains(where: { (try? $0.route(from: from, to: to)) != nil }) {
        #expect(route.providers.count <= 1)
      }
      if question.strict { #expect(route.providers.allSatisfy { $0 == resolver.tables[0].provider.id }) }
      if question.requestedSide == .middle { #expect(route.quotes.allSatisfy { $0.side == .middle }) }
      // In the reverse conversion, the bank sells the currency that it bought before. So the opposite rates are used.
      let back = try question.resolver(opposite: true).route(from: to, to: from)
      if route.isProportional { #expect(back.value * route.value == .one) }
    }
  }

  @Test("removing an unused bank changes no result", arguments: [21, 22, 23])
  func removingAnUnusedBankChangesNoResult(seed: Int) throws {
    var compared = 0
    for question in try BankCase.random(3_000, seed: seed) where !question.strict {
      let (from, to) = question.pair
      guard let route = try? question.resolver().route(from: from, to: to), !route.quotes.isEmpty else { continue }
      for bank in question.banks.map({ ProviderID($0.id) }) where !route.providers.contains(bank) {
        let without = try question.resolver(without: [bank]).route(from: from, to: to)
        #expect(without.legs == route.legs && without.value == route.value)
        compared += 1
      }
    }
    #expect(compared > 1_000)
  }
}
