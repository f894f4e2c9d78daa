// SPDX-License-Identifier: GPL-3.0-or-later
import ArgumentParser
import FoundationEssentials
import KursChart
import KursCore
import KursDrawing

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

/// Measures key presses in the calculator, from the event to the new state. Reports the tenth slowest of 1000.
private struct KeyPressBench {
  private static let presses = 1000
  private static let currencies = [
    "USD", "JPY", "GBP", "CHF", "TRY", "SEK", "NOK", "DKK", "CZK", "HUF", "PLN", "CAD", "AUD", "NZD", "CNY", "HKD",
    "INR",
    "KRW", "MXN", "ZAR", "BRL",
  ].compactMap { Currency($0) }
  private let session: CLIContext

  init(_ session: CLIContext) {
    self.session = session
  }

  func oneLine() async throws -> (Int, Duration) {
    let calculator = try await calculator(lines: [], day: nil)
    return (1, await slowest(of: calculator) { "\($0).50" })
  }

  /// Measures typing into the middle of 200 lines in 21 currencies and on `days` days. The list has 20 results.
  func list(days: Int) async throws -> (Int, Duration) {
    try await session.core.rates.importer.importHistory()
    let newest = try await session.table(of: .ecb, on: nil).newest
    let rows = (0..<200).map { index in
      let currency = Self.currencies[index % Self.currencies.count]
      let day = days > 1 ? " on \(newest - (index % days) * 30)" : ""
      return "\(index % 3 == 0 ? "-" : "")\(index * 37 + 19).\(index % 90 + 10) \(currency)\(day)"
    }
    let calculator = try await calculator(lines: rows, day: nil)
    await calculator.loaded()
    let state = await calculator.state
    guard state.lines.count == 200, state.results.count == 20, state.total?.value != nil else { throw ExitCode.badData }
    await calculator.send(.lineChosen(100))
    return (200, await slowest(of: calculator) { "\($0).50" })
  }

  private func calculator(lines: [String], day: Day?) async throws -> CalculatorWorkflow {
    let inUse = try await session.rates(of: .init(.ecb), on: nil)
    let calculator = await CalculatorWorkflow.open(
      rates: session.core.rates, settings: session.core.settings,
      objects: await session.core.objects(try session.core.openUser()), inUse: inUse,
      catalogue: session.core.catalogue,
      defaults: CalculatorDefaults(country: "DE", catalogue: session.core.catalogue, rates: inUse),
      amounts: .plain, recoveredFile: nil, clock: CLIContext.now)
    await calculator.send(.cleared())
    for currency in lines.isEmpty ? [] : Self.currencies.dropLast() { await calculator.send(.resultAdded(currency)) }
    if !lines.isEmpty { await calculator.send(.pasted(lines.joined(separator: "\n"))) }
    return calculator
  }

  @MainActor private func slowest(of calculator: CalculatorWorkflow, _ text: (Int) -> String) async -> Duration {
    var times: [Duration] = []
    for press in 1...Self.presses {
      let text = text(press)
      times.append(ContinuousClock().measure { calculator.send(.amountTyped(text)) })
    }
    await calculator.flush()
    return times.sorted()[Self.presses - 11]
  }
}

private struct ChartBench {
  private static let size = Size(900, 500)
  private let session: CLIContext

  init(_ session: CLIContext) {
    self.session = session
  }

  /// Measures a chart of 27 years, from the stored rates to the points of the picture. Reports the median of 21 runs.
  func drawnPoints() async throws -> (Int, Duration) {
    let (subject, provider) = try await prepare("EUR/USD")
    var (times, points) = ([Duration](), 0)
    for _ in 1...21 {
      let began = ContinuousClock.now
      let state = try await ChartLoader(session.core.rates).chart(
        of: subject, provider: provider, options: ChartOptions(), range: .all, today: CLIContext.today)
      let list = ChartPicture(state, size: Self.size, theme: .light, text: .plain).list(isOpaque: false)
      times.append(ContinuousClock.now - began)
      points = state.lines[0].days.count
      guard list.items.count > 10 else { throw ExitCode.badData }
    }
    return (points, times.sorted()[10])
  }

  /// Measures a chart of four lines that moves by a day in each frame. Reports the second slowest of 100 frames.
  func frames() async throws -> (Int, Duration) {
    let (subject, provider) = try await prepare("EUR/USD,GBP,CHF,JPY")
    var options = ChartOptions()
    options.isRebased = true
    var state = try await ChartLoader(session.core.rates).chart(
      of: subject, provider: provider, options: options, range: .all, today: CLIContext.today)
    let whole = state.window
    var times: [Duration] = []
    for frame in 0..<100 {
      state.window = DaySpan(first: whole.first + frame * 3, last: whole.last)
      let began = ContinuousClock.now
      let list = ChartPicture(state, size: Self.size, theme: .light, text: .plain, metrics: .measured).list(
        isOpaque: true)
      guard CairoImage(list) != nil else { throw CommandFailure.noCairo }
      times.append(ContinuousClock.now - began)
    }
    return (1, times.sorted()[98])
  }

  private func prepare(_ pair: String) async throws -> (ChartSubject, Provider) {
    guard let subject = ChartSubject(text: pair) else { throw ExitCode.usage }
    try await session.core.rates.importer.importHistory()
    let table = try await session.table(of: .ecb, on: nil)
    return (subject, table.provider)
  }
}
