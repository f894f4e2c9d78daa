// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursItems
import KursModel
import Testing
import TestSupport

@testable import KursWorkflow

/// A converted table has the same bytes for each way of reading rows and looking up rates.
@Suite struct TableRatesTests {
  /// Currencies with rates until today, ended and recent currencies, pegs, and an unknown currency.
  private static let codes =
    "USD JPY GBP CHF TRY TRL RON ROL DKK BGN HRK ISK RUB DEM EEK XOF AED CNY EUR XXX"
    .split(separator: " ").map(String.init)
  /// Days near which legal rates begin, rates are missing or currencies end.
  private static let turns = [
    "1999-01-04", "2005-01-01", "2005-07-01", "2008-12-10", "2022-03-01", "2023-01-01", "2026-01-01", "2026-10-30",
  ]

  private struct Way {
    var usesSeries = true
    var blockSize: Int?
    var own: [CustomRate] = []
    var targets = "EUR"
    var rule: NamedRule?
  }

  private static func date(_ random: inout SplitMix64) -> Day {
    guard Bool.random(using: &random) else { return day("1998-12-20") + Int.random(in: 0...10_190, using: &random) }
    return day(turns.randomElement(using: &random) ?? "") + Int.random(in: -12...12, using: &random)
  }

  private func rows(_ count: Int, rules: [String]) -> String {
    var random = SplitMix64(seed: 37)
    var text = "date,amount,currency,rule\n"
    for _ in 0..<count {
      let date = Self.date(&random)
      let amount = "\(Int.random(in: -99_999...9_999_999, using: &random)).\(Int.random(in: 10...99, using: &random))"
      let code = Self.codes.randomElement(using: &random) ?? ""
      text += "\(date),\(amount),\(code),\(rules.randomElement(using: &random) ?? "")\n"
    }
    return text
  }

  private func converted(_ text: String, _ way: Way) async throws -> (lines: [Substring], outcome: TableOutcome) {
    let core = try await shippedHistory()
    let reader = { (symbols: NumberSymbols) in CalculationReader(symbols: symbols, catalogue: core.catalogue) }
    var choices = TableChoices()
    choices.columns = [.to: .typed(way.targets), .amount: "amount", .from: "currency"]
    if text.hasPrefix("date,amount,currency,rule") { choices.columns[.rule] = "rule" }
    choices.rule = way.rule
    let content = try TableContent(bytes: Array(text.utf8))
    var input = try content.input()
    let form = try TableForm(of: &input, choices: choices, catalogue: core.catalogue, reader: reader)
    var conversion = TableConversion(
      form, reader: reader(form.symbols), catalogue: core.catalogue, blockSize: way.blockSize
    ) { "\($0)" }
    input = try content.input()
    var bytes: [UInt8] = []
    let rates = way.usesSeries ? try await TableRates(core.rates, own: way.own, hasRules: form.selectsDays) : nil
    if way.usesSeries { #expect(rates?.direct.provider.id == .ecb) }
    let outcome = try await conversion.run(
      &input,
      resolver: { day, rule in
        do throws(RatesFailure) {
          var resolver = try await core.rates.ratesInUse(on: day, by: rule).resolver
          resolver.use(way.own)
          return .success(resolver)
        } catch {
          guard case .rate(let reason) = error else { throw error }
          return .failure(reason)
        }
      }, rates: rates, write: { bytes += $0 })
    return (String(decoding: bytes, as: UTF8.self).split(omittingEmptySubsequences: false, whereSeparator: \.isNewline), outcome)
  }

  private func expectSame(_ text: String, _ one: Way, _ other: Way) async throws {
    let (fast, slow) = (try await converted(text, one), try await converted(text, other))
    #expect(fast.lines.count == slow.lines.count && fast.lines.count > 100)
    let different = zip(fast.lines, slow.lines).filter { $0 != $1 }
    #expect(different.isEmpty, "\(different.count): \(different.prefix(3))")
    #expect(fast.outcome.rows == slow.outcome.rows && fast.outcome.faults == slow.outcome.faults)
    #expect(fast.outcome.failed.map { $0.row } == slow.outcome.failed.map { $0.row })
    #expect(fast.outcome.failed.map { $0.fault } == slow.outcome.failed.map { $0.fault })
    #expect(fast.outcome.skipped == slow.outcome.skipped)
  }

  @Test("two thousand rows convert to equal values with and without preloaded rates")
  func twoThousandRowsConvertToEqualValuesWithAndWithoutPreloadedRates() async throws {
    let text = rows(2_000, rules: NamedRule.all.map(\.name) + [String](repeating: "", count: NamedRule.all.count))
    let own = try [#require(CustomRate(from: currency("CHF"), to: .eur, value: number("1.01")))]
    var way = Way(own: own, targets: "EUR,USD")
    let (_, outcome) = try await converted(text, way)
    #expect(outcome.faults > 100 && outcome.faults < 1_500)
    way.usesSeries = false
    try await expectSame(text, Way(own: own, targets: "EUR,USD"), way)
  }

  /// Returns a table with plain rows and all kinds of unusual rows, in the format of one export.
  private func mixed(_ count: Int, separator: String, decimal: String, end: String, isMonthFirst: Bool?) -> String {
    var random = SplitMix64(seed: 38)
    var text = ["date", "amount", "currency", "note"].joined(separator: separator) + end
    for _ in 0..<count {
      let (year, month, number) = Self.date(&random).civil
      let (long, short) = (month < 10 ? "0\(month)" : "\(month)", number < 10 ? "0\(number)" : "\(number)")
      var date = "\(year)-\(long)-\(short)"
      if let isMonthFirst { date = isMonthFirst ? "\(long)/\(short)/\(year)" : "\(short).\(long).\(year)" }
      var amount = "\(Int.random(in: 0...99_999, using: &random))\(decimal)\(Int.random(in: 10...99, using: &random))"
      var (code, fields) = (Self.codes.randomElement(using: &random) ?? "", ["text"])
      switch Int.random(in: 0..<40, using: &random) {
      case 0: amount = "-" + amount
      case 1: amount = "0\(decimal)00"
      case 2: amount = "-0\(decimal)01"
      case 3: amount = "999999999999999\(decimal)99"
      case 4: amount = "123456789012345678901"
      case 5: amount = "abc"
      case 6: amount = ""
      case 7: date = "today"
      case 8: code = code.lowercased()
      case 9: code = "€"
      case 10: fields = []
      case 11: fields = ["more", "", ""]
      case 12: fields = ["more", "than", "that"]
      case 13: text += end
      case 14: text += "date\(separator)amount\(separator)currency\(separator)note" + end
      case 15: amount = " " + amount
      case 16: amount = "1"
      case 17: fields = ["\"quoted\(separator)\(end)text\""]
      case 18: code = "USD "
      case 19...23: (amount, date, code) = ("\"\(amount)\"", "\"\(date)\"", "\"\(code)\"")
      case 24: fields = ["an \"inner\" quotation\(separator)"]
      case 25: fields = ["\"doubled \"\" quotation\(separator)\""]
      default: break
      }
      if amount.contains(separator), !amount.hasPrefix("\"") { amount = "\"\(amount)\"" }
      text += ([date, amount, code] + fields).joined(separator: separator) + end
    }
    return text + end + "Total" + end
  }

  @Test("rows converted in blocks give the same table as single rows", arguments: [
    (",", ".", "\n", "EUR"), (";", ",", "\r\n", "USD,EUR,JPY"), (",", ",", "\n", "USD"), ("\t", ".", "\n", "CHF,KWD"),
  ])
  func rowsConvertedInBlocksGiveTheSameTableAsSingleRows(
    separator: String, decimal: String, end: String, targets: String
  ) async throws {
    for (blockSize, isMonthFirst) in [(2_048, nil), (1 << 20, false), (256, true)] as [(Int, Bool?)] {
      let text = mixed(600, separator: separator, decimal: decimal, end: end, isMonthFirst: isMonthFirst)
      try await expectSame(
        text, Way(blockSize: blockSize, targets: targets), Way(targets: targets))
    }
  }

  @Test("rows converted in blocks use date rules and custom rates", arguments: [
      "before", "month-end", "eu-vat", "on",
    ])
  func rowsConvertedInBlocksUseDateRulesAndCustomRates(name: String) async throws {
    let (rule, text) = (NamedRule(name), rows(500, rules: [""]).replacing(",rule", with: ",note"))
    let own = try [#require(CustomRate(from: currency("CHF"), to: .eur, value: number("1.01")))]
    let slow = Way(usesSeries: false, own: own, targets: "EUR,USD", rule: rule)
    try await expectSame(text, Way(blockSize: 4_096, own: own, targets: "EUR,USD", rule: rule), slow)
    try await expectSame(text, Way(usesSeries: false, blockSize: 4_096, own: own, targets: "EUR,USD", rule: rule), slow)
  }

  @Test("converting rows in blocks stops at the heading of another table")
  func convertingRowsInBlocksStopsAtTheHeadingOfAnotherTable() async throws {
    let plain = rows(150, rules: [""]).replacing(",rule", with: ",note")
    let text = plain + "account,balance,owner,branch\n" + rows(150, rules: [""]).dropFirst(26)
    try await expectSame(text, Way(blockSize: 1 << 20), Way(usesSeries: false))
  }

  @Test("converting by preloaded rates finds a rate for almost every day")
  func convertingByPreloadedRatesFindsARateForAlmostEveryDay() async throws {
    let core = try await shippedHistory()
    var rates = try #require(try await TableRates(core.rates, own: [], hasRules: false))
    #expect(try await rates.load(.usd, .jpy))
    let direct = rates.direct
    // All days since 1999, with weekends and holidays.
    let days = (day("1999-01-05").number...day("2026-10-30").number).map { Day(number: $0) }
    let unanswered = days.filter { direct.route(from: .usd, to: .jpy, on: $0) == nil }
    #expect(unanswered.count * 1_000 < days.count, "\(unanswered.prefix(5))")
  }
}
