// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct AveragesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(commandName: "averages", abstract: helpText("Print average rates by month, quarter or year."))
  }

  enum Step: String, ExpressibleByArgument, CaseIterable { case month, quarter, year }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The first currency.")) var from: String
  @Argument(help: helpText("The second currency.")) var to: String
  @Option(
    name: [.customLong("year"), .customLong("on")],
    help: helpText(
      "The period: 2026, 2026-Q3, 2026-10, 2026-01-15..2026-03-31. Default: the year of the latest rates.",
      valueName: "period"))
  var period: String?
  @Option(help: helpText("Whether each average covers a month, a quarter or a year.", valueName: "period"))
  var by = Step.month
  @OptionGroup var providers: ProviderOptions
  @OptionGroup var output: OutputOptions
  @Flag(help: helpText("Print CSV.")) var csv = false
  @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false

  func run() async throws {
    let session = try CLIContext(common)
    let (from, to) = (try session.currency(from), try session.currency(to))
    _ = try await session.rates(of: providers, on: nil)
    let provider = try await session.provider(charting: [from, to], of: providers)
    if provider.id == session.core.bundle.provider {
      try await session.core.rates.importer.importHistory()
    }
    let newest = try await session.newest(of: provider.id)
    let whole = try CLIContext.period(period ?? "\(newest.year)")
    let averages = try await session.core.rates.averages(
      of: provider.id, from: from, to: to, in: whole.parts(months: by == .month ? 1 : by == .quarter ? 3 : 12))
    try output.write(lines(of: averages, from, to, provider.id))
  }

  private func lines(of averages: [Average], _ from: Currency, _ to: Currency, _ provider: ProviderID) -> [String] {
    if csv {
      return ["first,last,from,to,mean,values,days,end,end_day,highest,highest_day,lowest,lowest_day,provider"]
        + averages.map { each in
          let points = [each.end, each.highest, each.lowest].map { "\($0.rate.exactText()),\($0.day)" }
          let days = "\(each.days.lowerBound),\(each.days.upperBound)"
          let counts = "\(each.count),\(each.count + each.missing)"
          return [days, "\(from)", "\(to)", each.mean.exactText(), counts]
            .joined(separator: ",") + ",\(points.joined(separator: ",")),\(provider)"
        }
    }
    if json {
      let rows = averages.map { each in
        [
          "first": .string("\(each.days.lowerBound)"), "last": .string("\(each.days.upperBound)"),
          "mean": .string(each.mean.exactText()), "values": .number(JSONNumber(each.count)),
          "days": .number(JSONNumber(each.count + each.missing)),
          "end": json(each.end), "highest": json(each.highest), "lowest": json(each.lowest),
        ] as JSONValue
      }
      let document = JSONObject([
        ("from", .string(from.code)), ("to", .string(to.code)), ("provider", .string(provider.name)),
        ("averages", .array(rows)),
      ])
      return [JSONWriter().text(of: .object(document))]
    }
    return averages.map { each in
      let points = [("end", each.end), ("highest", each.highest), ("lowest", each.lowest)].map { name, point in
        "\(name) \(point.rate.text(significant: 6)) on \(point.day)"
      }
      let days = "\(each.days.lowerBound) to \(each.days.upperBound)"
      return "\(days)  1 \(from) = \(each.mean.text(significant: 6)) \(to)  mean of \(each.values)  "
        + points.joined(separator: "  ")
    }
  }

  private func json(_ point: RateSeries.Point) -> JSONValue {
    ["rate": .string(point.rate.exactText()), "day": .string("\(point.day)")]
  }
}

extension Average {
  fileprivate var values: String { missing == 0 ? "\(count)" : "\(count) of \(count + missing) days" }
}
