// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import Testing

@testable import KursWorkflow

/// A bank's rate is used for every currency that is still in use, even if an earlier law fixed a rate.
@Suite struct CurrentCurrencyTests {
  private static let today = day("2026-10-30")

  private func table(_ quotes: [(String, String)], on date: Day = Self.today) throws -> RateTable {
    let provider = Provider(
      id: ProviderID("test"), publisher: "", home: currency("XTS"), firstDay: day("1999-01-04"), carryLimit: 14,
      terms: "", attribution: "")
    let core = try Core(environment(TemporaryFolder()))
    return RateTable(
      provider: provider, day: date,
      quotes: quotes.compactMap { code, rate in
        PublishedNumber(rate).map {
          Quote(
            provider: provider.id, base: provider.home, counter: currency(code),
            observation: Observation(day: date, value: $0))
        }
      }, catalogue: core.catalogue)
  }

  @Test("a currency that is still in use converts at the bank's rate")
  func everyLivingCurrency() throws {
    let core = try Core(environment(TemporaryFolder()))
    let living = core.catalogue.sorted.filter { $0.until == nil && $0.kind == .money }
    #expect(living.count > 150)
    let table = try table(living.map { ($0.currency.code, "7.5") })
    for record in living {
      let route = try table.route(from: currency("XTS"), to: record.currency)
      #expect(route.value == number("7.5"), "\(record.currency)")
    }
    for record in living {
      let alone = try self.table([(record.currency.code, "7.5")])
      #expect(try alone.route(from: currency("XTS"), to: record.currency).value == number("7.5"), "\(record.currency)")
    }
  }

  @Test(
    "two codes of one currency use the same rate",
    arguments: [
      ("VES", "VED", "2026-10-30", "1"), ("VED", "VES", "2026-10-30", "1"), ("VES", "VED", "2021-10-01", "1"),
      ("ANG", "XCG", "2025-05-05", "1"), ("SLE", "SLL", "2022-08-01", "0.001"), ("VES", "VED", "2021-09-30", "1000000"),
    ])
  func twoCodesOfOneCurrencyUseTheSameRate(quoted: String, asked: String, date: String, factor: String) throws {
    let table = try table([(quoted, "250")], on: day(date))
    let route = try table.route(from: currency(asked), to: currency("XTS"))
    #expect(route.value * number("250") == number(factor))
  }

  @Test("an ended currency's legal rate does not apply to its successor")
  func anEndedCurrencysLegalRateDoesNotApplyToItsSuccessor() throws {
    let table = try table([("CUP", "24.5"), ("USD", "1")])
    #expect(try table.route(from: .usd, to: currency("CUP")).value == number("24.5"))
    #expect(try table.route(from: currency("CUC"), to: currency("CUP")).value == number("24"))
  }
}
