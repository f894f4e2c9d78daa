// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursCore

struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "bench", shouldDisplay: false)

  enum Part: String, ExpressibleByArgument {
    case convert, series, `import`, keypress, keypresslist, keypressdays, chart, chartframe
  }

  @OptionGroup var common: CommonOptions
  @Argument var part: Part

  func run() async throws {
    let session = try CLIContext(common)
    let (count, elapsed) =
      switch part {
      case .convert: try await conversions(session)
      case .series: try await series(session)
      case .import: try await importHistory(session)
      case .keypress: try await KeyPressBench(session).oneLine()
      case .keypresslist: try await KeyPressBench(session).list(days: 1)
      case .keypressdays: try await KeyPressBench(session).list(days: 20)
      case .chart: try await ChartBench(session).drawnPoints()
      case .chartframe: try await ChartBench(session).frames()
      }
    let nanoseconds =
      elapsed.components.seconds * 1_000_000_000 + elapsed.components.attoseconds / 1_000_000_000
    Terminal.say(#"{"name":"\#(part.rawValue)","count":\#(count),"nanoseconds":\#(nanoseconds)}"#)
  }

  private func conversions(_ session: CLIContext) async throws -> (Int, Duration) {
    let table = try await session.table(of: .ecb, on: nil)
    let rate = try table.route(from: .usd, to: .jpy)
    let amounts = (Int64(1)...1_000_000).map { Rational($0) * Rational.powerOfTen(-2) }
    var total = Rational.zero
    let elapsed = ContinuousClock().measure {
      for amount in amounts { total += rate.convert(amount).rounded(places: 0) }
    }
    // Using the total prevents the optimiser from removing the loop.
    guard total.signum > 0 else { throw ExitCode.badData }
    return (1_000_000, elapsed)
  }

  private func series(_ session: CLIContext) async throws -> (Int, Duration) {
    try await session.core.rates.importer.importRates(session.core.bundle)
    let table = try await session.table(of: .ecb, on: nil)
    let (first, last) = (table.provider.firstDay, table.newest)
    var count = 0
    let elapsed = try await ContinuousClock().measure {
      let series = try await session.core.rates.series(
        of: .ecb, from: .usd, to: .jpy, between: first, and: last)
      count = series.points.count
    }
    return (count, elapsed)
  }

  private func importHistory(_ session: CLIContext) async throws -> (Int, Duration) {
    var count = 0
    let elapsed = try await ContinuousClock().measure {
      count = try await session.core.rates.importer.importRates(session.core.bundle).changed
    }
    guard count > 0 else { throw ExitCode.badData }
    return (count, elapsed)
  }
}
