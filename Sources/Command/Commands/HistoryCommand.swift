// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

/// `history EUR USD`: one line for each day that was observed.
struct HistoryCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history", abstract: helpText("Print how a rate moved, day by day."))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The first currency.")) var from: String
  @Argument(help: helpText("The currency it is counted in.")) var to: String
  @Option(name: .customLong("from"), help: ArgumentHelp(helpText("The first day."), valueName: "YYYY-MM-DD"))
  var first: String?
  @Option(name: .customLong("to"), help: ArgumentHelp(helpText("The last day."), valueName: "YYYY-MM-DD"))
  var last: String?
  @OptionGroup var providers: ProviderOptions
  @Flag(help: helpText("Print CSV.")) var csv = false
  @Flag(help: helpText("Print JSON, decimals as strings.")) var json = false

  func run() async throws {
    try await Terminal.run {
      let (series, newest) = try await Session(common).series(from, to, between: first, and: last, of: providers)
      for line in lines(of: series, provider: newest.provider.id, newest.side) { Terminal.say(line) }
    }
  }

  private func lines(of series: RateSeries, provider: ProviderID, _ side: QuoteSide) -> [String] {
    if json {
      let points = series.points.map { point in
        JSONValue.object(
          JSONObject([("date", .string(point.day.description)), ("rate", .string(point.rate.exactText()))]))
      }
      let document = JSONObject([
        ("from", .string(series.from.code)), ("to", .string(series.to.code)), ("provider", .string(provider.name)),
        ("side", .string(side.rawValue)),
        ("points", .array(points)),
      ])
      return [JSONWriter().text(of: .object(document))]
    }
    if csv {
      return ["date,from,to,rate,provider"]
        + series.points.map { "\($0.day),\(series.from),\(series.to),\($0.rate.exactText()),\(provider)" }
    }
    return series.points.map { "\($0.day)  1 \(series.from) = \($0.rate.text(significant: 6)) \(series.to)" }
  }
}

extension Session {
  /// How one currency moved in another between two days in ISO 8601, or since there are rates; and the last day's table.
  func series(
    _ from: String, _ to: String, between first: String?, and last: String?, of providers: ProviderOptions
  ) async throws -> (series: RateSeries, newest: RateTable) {
    let (from, to) = (try currency(from), try currency(to))
    let (first, last) = (try Self.day(first), try Self.day(last))
    _ = try await rates(of: providers, on: last)
    let provider = try await provider(charting: [from, to], of: providers)
    if provider.id == core.bundle.provider { try await Failure.wording { try await core.rates.takeUpHistory() } }
    let newest = try await table(of: provider.id, on: last)
    let series = try await Failure.wording {
      try await core.rates.series(
        of: provider.id, from: from, to: to, between: first ?? provider.firstDay, and: newest.day)
    }
    return (series, newest)
  }
}
