// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Testing

/// A conversion has the same exact result, provider and day in every part of the program.
@Suite struct OneAnswerTests {
  private let amount = number("1234.56")

  @Test("window, chart, list and calculation give the same exact result", arguments: [1, 2, 3])
  func windowChartListAndCalculationGiveTheSameExactResult(seed: Int) async throws {
    var (answers, lines, mixes, sided) = (0, 0, 0, 0)
    for scenario in try AnswerCase.random(4, seed: seed) {
      let folder = TemporaryFolder()
      let core = try await scenario.core(folder)
      let window = try await window(of: core, folder)
      for rate in scenario.ownRates { await window.send(.ownRateSet(rate)) }
      for question in scenario.questions {
        let name = "\(seed): \(scenario.order) \(question)"
        let resolver = try await resolver(question, core, scenario.ownRates)
        let route = conversion(question, resolver, name)
        if let resolver { try calculation(question, core, resolver, route, name) }
        await inTheWindow(question, window, route, name)
        guard let route else { continue }
        answers += 1
        if route.providers.count > 1 { mixes += 1 }
        if route.quotes.contains(where: { $0.side != .middle }) { sided += 1 }
        if try await asALine(question, core, route, name) { lines += 1 }
      }
      await window.flush()
      try await list(scenario, core)
    }
    // Enough conversions of each kind must have a result. Otherwise the test compares nothing.
    #expect(answers >= 20 && lines > 2 && mixes > 2 && sided > 0, "\(answers) \(lines) \(mixes) \(sided)")
  }

  /// Compares the conversion's rate with the result of answers.py. Returns nil without a rate.
  private func conversion(_ question: AnswerCase.Question, _ resolver: Resolver?, _ name: String) -> ConversionPath? {
    guard let resolver else {
      #expect(question.value == nil, "\(name)")
      return nil
    }
    #expect(
      resolver.late == Set(question.late.map { ProviderID($0) }).intersection(resolver.tables.map(\.provider.id)),
      "\(name)")
    let route = try? resolver.route(from: currency(question.from), to: currency(question.to))
    #expect(route?.value == question.expected, "\(name)")
    let legs = (route?.legs ?? []).map { leg in
      AnswerCase.Leg(provider: leg.quote?.provider.name, day: leg.quote?.observation.day.number)
    }
    #expect(legs == question.legs, "\(name)")
    return route
  }

  /// Checks that a calculation has the same result and path as the conversion.
  private func calculation(
    _ question: AnswerCase.Question, _ core: Core, _ resolver: Resolver, _ route: ConversionPath?, _ name: String
  ) throws {
    let reader = CalculationReader(symbols: .english, catalogue: core.catalogue)
    var calculation = reader.read("\(amount.exactText()) \(question.from)").calculation
    calculation.day = question.requestedDay
    let to = currency(question.to)
    let results = try calculation.results(in: [to], rates: ResolvedRates { _ in resolver })
    #expect(results?.total(in: to)?.money?.amount == route.map { $0.convert(amount) }, "\(name)")
    #expect(results?.paths(in: to).first == route, "\(name)")
  }

  /// Compares the list of all rates with the results of answers.py, only once per scenario, because the list is long.
  private func list(_ scenario: AnswerCase, _ core: Core) async throws {
    guard let question = scenario.questions.first(where: { $0.value != nil }),
      let resolver = try await resolver(question, core, scenario.ownRates)
    else { return }
    // An old currency without a bank's rate can be converted but isn't in the list.
    let listed = try? resolver.routes(from: currency(question.from)).first { $0.to == currency(question.to) }
    if let listed { #expect(listed.value == question.expected, "\(question)") }
  }

  private func inTheWindow(
    _ question: AnswerCase.Question, _ window: CalculatorWorkflow, _ route: ConversionPath?, _ name: String
  ) async {
    let (from, to) = (currency(question.from), currency(question.to))
    await window.send(.sourceChosen(from))
    if await !window.state.results.contains(where: { $0.currency == to }) {
      await window.send(.resultChosen(at: 0, to))
    }
    await window.send(.amountTyped(amount.exactText()))
    await window.send(.dayChosen(question.requestedDay))
    await window.loaded()
    let state = await window.state
    guard state.source == from, let result = state.results.first(where: { $0.currency == to }) else {
      Issue.record("\(name): \(state.source) \(state.results.map(\.currency))")
      return
    }
    switch result.outcome {
    case .value(let money, let rate):
      #expect(rate == route && money.amount == route?.convert(amount), "\(name)")
    case .unavailable: #expect(route == nil, "\(name)")
    case .waiting: Issue.record("\(name): still waiting")
    }
  }

  /// Checks that the last point of the history and of the chart equals the conversion on the day of that point.
  /// Returns false if the chart doesn't use the conversion's provider.
  private func asALine(
    _ question: AnswerCase.Question, _ core: Core, _ route: ConversionPath, _ name: String
  ) async throws -> Bool {
    let (from, to) = (currency(question.from), currency(question.to))
    let provider = try await core.rates.provider(charting: [from, to])
    guard !route.isOwn, route.providers == [provider.id] else { return false }
    let newest = try await core.rates.table(of: provider.id, on: nil).newest
    let day = min(question.requestedDay ?? newest, newest)
    // A chart line needs a day with rates of both currencies.
    guard
      let series = try? await core.rates.series(of: provider.id, from: from, to: to, between: day - 28, and: day)
    else { return false }
    let chart = try await ChartLoader(core.rates).chart(
      of: try #require(ChartSubject(base: from, counters: [to])), provider: provider, options: ChartOptions(),
      range: .all, today: evening.day)
    for point in series.points.suffix(1) {
      let there = try await core.rates.ratesInUse(on: point.day, of: [provider.id]).resolver.route(from: from, to: to)
      #expect(there.value == point.rate, "\(point.day) of \(name)")
      #expect(there.quotes.allSatisfy { $0.observation.day == point.day }, "\(point.day) of \(name)")
      let reading = chart.reading(on: point.day)?.values.first
      #expect(reading?.rate == point.rate && reading?.day == point.day, "\(point.day) of \(name)")
    }
    // If one currency has no rate on a day, the chart has no point for that day.
    if route.day == day, route.quotes.allSatisfy({ $0.observation.day == day }) {
      #expect(series.points.last == RateSeries.Point(day: day, rate: route.value), "\(name)")
    }
    return true
  }

  private func resolver(_ question: AnswerCase.Question, _ core: Core, _ own: [CustomRate]) async throws -> Resolver? {
    do {
      var resolver = try await core.rates.ratesInUse(on: question.requestedDay).resolver
      resolver.own = own
      return resolver
    } catch RatesFailure.rate {
      return nil
    }
  }

  private func window(of core: Core, _ folder: TemporaryFolder) async throws -> CalculatorWorkflow {
    let inUse = try await core.rates.ratesInUse(on: nil)
    return await CalculatorWorkflow.open(
      rates: core.rates, settings: core.settings,
      objects: UserObjects(database: try UserDatabase(path: folder.path + "/session.sqlite"), clock: { evening }),
      inUse: inUse, catalogue: core.catalogue,
      defaults: CalculatorDefaults(country: "DE", catalogue: core.catalogue, rates: inUse),
      amounts: AmountReader(symbols: .english), recoveredFile: nil, clock: { evening })
  }
}
