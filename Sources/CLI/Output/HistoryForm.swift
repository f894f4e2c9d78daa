// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

enum HistoryForm: String, ExpressibleByArgument, CaseIterable {
  case plain, csv, json, hledger, ledger, beancount, gnucash

  /// Returns the rates as lines. Only `plain` and `gnucash` round. `sources`: of published rates, then of legal ones.
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
