// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursChart
import KursCore

struct HistoryCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "history", abstract: helpText("Print daily rates."))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The first currency.")) var from: String
  @Argument(help: helpText("The second currency.")) var to: String
  @Option(name: .customLong("from"), help: helpText("The first day.", valueName: "day")) var first: String?
  @Option(name: .customLong("to"), help: helpText("The last day.", valueName: "day")) var last: String?
  @Option(help: helpText("The period: 1w, 1m, 3m, 6m, ytd, 1y, 2y, 5y, 10y or all.")) var range: ChartRange?
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var output: OutputOptions
  @Flag(help: helpText("Print CSV.")) var csv = false
  @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false
  @Option(
    help: helpText(
      "The format: plain, csv, json, hledger, ledger, beancount or gnucash.",
      valueName: "form"))
  var format: HistoryForm?

  func run() async throws {
    let session = try CLIContext(common)
    let days = (first: try CLIContext.day(first), last: try CLIContext.day(last))
    let (series, newest) = try await session.series(
      from, to, between: days.first, and: days.last, within: range, of: providers)
    let form = json ? .json : csv ? .csv : format ?? HistoryForm.plain
    let minorUnit = session.core.catalogue.minorUnit(of: series.to)
    let sources = await session.core.rates.sources(of: series, at: newest.provider.id)
    try output.write(form.lines(of: series, from: sources, newest.side, minorUnit: minorUnit))
    if form.isCoarse(series, minorUnit: minorUnit) {
      Terminal.printError(
        tr(
          "GnuCash stores a price in {to} with only {n} decimals, too few for {from}. Print prices of {to} in {from} instead.",
          ["n": String(minorUnit + 4), "from": series.from.code, "to": series.to.code]))
    }
  }

  func validate() throws {
    if range != nil, first != nil { throw ValidationError(tr("Use either --from or --range")) }
    guard (csv ? 1 : 0) + (json ? 1 : 0) + (format == nil ? 0 : 1) > 1 else { return }
    throw ValidationError(tr("Use one of --csv, --json and --format"))
  }
}

extension CLIContext {
  /// Loads a series. `range`: the period before the last day. Without `first` and `range`, begins at the oldest rate.
  func series(
    _ from: String, _ to: String, between first: Day?, and last: Day?, within range: ChartRange? = nil,
    of providers: ProviderOptions
  ) async throws -> (series: RateSeries, newest: RateTable) {
    let (from, to) = (try currency(from), try currency(to))
    if let first, let last, last < first {
      throw Failure(
        .usage, tr("The first day {first} is after the last day {last}.", ["first": first.description, "last": last.description]))
    }
    _ = try await rates(of: providers, on: last)
    let provider = try await provider(charting: [from, to], of: providers)
    if provider.id == core.bundle.provider { try await core.rates.importer.importHistory() }
    let newest = try await table(of: provider.id, on: last)
    if let first, first > newest.day {
      throw Failure(
        .unavailable,
        tr(
          "No rates on or after {day}. The latest rates of {provider} are from {last}.",
          ["day": first.description, "provider": provider.id.name, "last": newest.day.description]))
    }
    func series(from begin: Day) async throws(RatesFailure) -> RateSeries {
      try await core.rates.series(of: provider.id, from: from, to: to, between: begin, and: newest.day)
    }
    guard first == nil, let range, range != .all else {
      return (try await series(from: first ?? provider.firstDay), newest)
    }
    // A discontinued currency has its last rate years ago. As in a chart, the range ends on that day.
    let all = try await series(from: provider.firstDay)
    let end = all.points.last?.day ?? newest.day
    var begin = range.first(before: end) ?? provider.firstDay
    if range == .yearToDate, let old = all.points.last(where: { $0.day <= begin })?.day,
      begin - old <= provider.carryLimit
    {
      // A year to date begins with the last rate of the old year. That rate may be older than 31 December.
      begin = old
    }
    return (all.since(begin), newest)
  }
}

enum HistoryForm: String, ExpressibleByArgument, CaseIterable {
  case plain, csv, json, hledger, ledger, beancount, gnucash

  /// Returns the rates as lines. Only `plain` and `gnucash` round. `sources`: one for published, one for legal rates.
  func lines(of series: RateSeries, from sources: [String], _ side: QuoteSide, minorUnit: Int) -> [String] {
    let (from, to) = (series.from, series.to)
    let points = series.points.map { ($0.day, $0.rate.exactText()) }
    let both: [ArraySlice<(Day, String)>] = [points[..<series.lawStart], points[series.lawStart...]]
    let parts = Array(zip(sources, both)).filter { !$0.1.isEmpty }
    switch self {
    case .plain: return series.points.map { "\($0.day)  1 \(from) = \($0.rate.text(significant: 6)) \(to)" }
    case .csv:
      return ["date,from,to,rate,provider"]
        + parts.flatMap { source, points in points.map { "\($0),\(from),\(to),\($1),\(source)" } }
    case .json: return [Self.document(series, parts.map(\.0).joined(separator: "+"), side)]
    // In hledger, Ledger and Beancount, a line that begins with a semicolon is a comment.
    case .hledger, .ledger:
      return parts.flatMap { source, points in
        ["; \(source), \(side.rawValue)"] + points.map { "P \($0) \(from) \($1) \(to)" }
      }
    case .beancount:
      return parts.flatMap { source, points in
        ["; \(source), \(side.rawValue)"] + points.map { "\($0) price \(from) \($1) \(to)" }
      }
    // GnuCash's price assistant recognises these column names.
    case .gnucash:
      return ["Date,Amount,From Namespace,From Symbol,Currency To"]
        + series.points.map { "\($0.day),\(Self.kept($0.rate, minorUnit).exactText()),CURRENCY,\(from),\(to)" }
    }
  }

  /// Rounds a rate for GnuCash, which keeps only four decimals more than the currency has. It misreads long numbers
  /// with twelve decimals (`parse_amount_price` in gnc-imp-props-price.cpp).
  private static func kept(_ rate: Rational, _ minorUnit: Int) -> Rational { rate.rounded(places: minorUnit + 4) }

  /// Whether a rate that is rounded for GnuCash would be wrong by more than a thousandth.
  func isCoarse(_ series: RateSeries, minorUnit: Int) -> Bool {
    self == .gnucash
      && series.points.contains { point in
        (Self.kept(point.rate, minorUnit) - point.rate).magnitude * Rational(1000) > point.rate
      }
  }

  private static func document(_ series: RateSeries, _ source: String, _ side: QuoteSide) -> String {
    let points = series.points.map { point in
      ["date": .string(point.day.description), "rate": .string(point.rate.exactText())] as JSONValue
    }
    let document = JSONObject([
      ("from", .string(series.from.code)), ("to", .string(series.to.code)), ("provider", .string(source)),
      ("side", .string(side.rawValue)), ("points", .array(points)),
    ])
    return JSONWriter().text(of: .object(document))
  }
}
