// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import KursCore

struct RatesCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rates", abstract: helpText("Print all rates of a day for one currency."))
  }

  @OptionGroup var common: CommonOptions
  @Argument(help: helpText("The base currency of the rates.")) var base = "EUR"
  @Option(help: helpText("The date of the rates. Default: the latest.", valueName: "day")) var on: String?
  @OptionGroup var providers: ProviderOptions
  @Flag(help: helpText("Don't use your custom rates.")) var noOwnRates = false
  @Flag(help: helpText("Print JSON, with decimal numbers as strings.")) var json = false
  @Flag(help: helpText("Print CSV.")) var csv = false
  @OptionGroup var output: OutputOptions

  func run() async throws {
    let day = try CLIContext.conversionDay(on)
    let session = try CLIContext(common)
    let base = try session.currency(base)
    let inUse = try await session.rates(of: providers, on: day)
    var resolver = inUse.resolver
    if !noOwnRates { resolver.own = try await session.ownRates().holding(on: CLIContext.today) }
    var tooOld = 0
    let routes = try resolver.routes(from: base, tooOld: &tooOld)
    try output.write(lines(of: routes, base: base, table: inUse.leading) { [resolver] in resolver.provider($0) })
    if tooOld > 0 {
      Terminal.printError(
        trn("{n} rate is too old and was left out.", "{n} rates are too old and were left out.", tooOld))
    }
  }

  private func lines(
    of routes: [ConversionPath], base: Currency, table: RateTable, _ provider: (ProviderID) -> Provider?
  ) -> [String] {
    if json {
      let rows = routes.map { rate in
        [
          "to": .string(rate.to.code), "rate": .string(rate.value.exactText()),
          "observed": rate.observed.map { .string($0.description) } ?? .null,
          "carried": .bool(rate.isCarried(provider)),
          "legs": .array(rate.legs.map(\.json)),
        ] as JSONValue
      }
      let document = JSONObject([
        ("base", .string(base.code)), ("day", .string(table.day.description)),
        ("provider", .string(table.provider.id.name)), ("side", .string(table.side.rawValue)),
        ("rates", .array(rows)),
      ])
      return [JSONWriter().text(of: .object(document))]
    }
    if csv {
      return ["base,currency,rate,observed,carried,provider"]
        + routes.map { rate in
          [
            base.code, rate.to.code, rate.value.exactText(), rate.observed?.description ?? "",
            "\(rate.isCarried(provider))", rate.wholeSource,
          ].joined(separator: ",")
        }
    }
    return routes.map { rate in
      let others = rate.providers == [table.provider.id] ? "" : "  \(rate.source)"
      return "1 \(base) = \(rate.value.text(significant: 6)) \(rate.to)  \(rate.observed.map { "\($0)" } ?? rate.basis)"
        + (rate.providers.isEmpty ? "" : others) + rate.quotes.phrase(wanted: table.side, after: "  ")
    }
  }
}
