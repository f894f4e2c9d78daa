// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursChart
import KursCore

/// `history EUR USD`: one line per observed day.
struct HistoryCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history", abstract: helpText("Print how a rate moved, day by day."))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The first currency.")) var from: String
  @Argument(help: helpText("The currency it is counted in.")) var to: String
  @Option(name: .customLong("from"), help: helpText("The first day.", valueName: "day")) var first: String?
  @Option(name: .customLong("to"), help: helpText("The last day.", valueName: "day")) var last: String?
  @Option(help: helpText("1w, 1m, 3m, 6m, ytd, 1y, 2y, 5y, 10y or all.")) var range: ChartRange?
  @OptionGroup var providers: ProviderOptions
  @Flag(help: helpText("Print CSV.")) var csv = false
  @Flag(help: helpText("Print JSON, decimals as strings.")) var json = false
  @Option(
    help: helpText(
      "How to print it: plain, csv, json, as prices for hledger, ledger or beancount, or as CSV for gnucash.",
      valueName: "form"))
  var format: HistoryForm?

  func run() async throws {
    let session = try CLIContext(common)
    let days = (first: try CLIContext.day(first), last: try CLIContext.day(last))
    let (series, newest) = try await session.series(
      from, to, between: days.first, and: days.last, within: range, of: providers)
    let form = json ? .json : csv ? .csv : format ?? HistoryForm.plain
    let minorUnit = session.core.catalogue.minorUnit(of: series.to)
    for line in form.lines(of: series, from: newest.provider.id, newest.side, minorUnit: minorUnit) {
      Terminal.say(line)
    }
    if form.isCoarse(series, minorUnit: minorUnit) {
      Terminal.complain(
        tr(
          "GnuCash keeps {n} decimals of a price in {to}, too few for {from}: print {to} in {from}.",
          ["n": String(minorUnit + 4), "from": series.from.code, "to": series.to.code]))
    }
  }

  func validate() throws {
    if range != nil, first != nil { throw ValidationError(tr("choose one of --from and --range")) }
    guard (csv ? 1 : 0) + (json ? 1 : 0) + (format == nil ? 0 : 1) > 1 else { return }
    throw ValidationError(tr("choose one of --csv, --json and --format"))
  }
}

extension CLIContext {
  /// The rates of a pair between two days, in a range before the last day, or since its first rate, and the table of
  /// the last day.
  func series(
    _ from: String, _ to: String, between first: Day?, and last: Day?, within range: ChartRange? = nil,
    of providers: ProviderOptions
  ) async throws -> (series: RateSeries, newest: RateTable) {
    let (from, to) = (try currency(from), try currency(to))
    _ = try await rates(of: providers, on: last)
    let provider = try await provider(charting: [from, to], of: providers)
    if provider.id == core.bundle.provider { try await core.rates.importHistory() }
    let newest = try await table(of: provider.id, on: last)
    let begin = first ?? range?.first(before: newest.day) ?? provider.firstDay
    let series = try await core.rates.series(of: provider.id, from: from, to: to, between: begin, and: newest.day)
    return (series, newest)
  }
}
