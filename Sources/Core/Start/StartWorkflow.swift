// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import KursStorage
public import KursWorkflow

/// Starts everything that the calculator needs to show a number, and then the rest in the background.
public actor StartWorkflow {
  private let environment: CoreEnvironment
  private let states: AsyncStream<StartState>.Continuation

  private init(environment: CoreEnvironment, states: AsyncStream<StartState>.Continuation) {
    self.environment = environment
    self.states = states
  }

  /// Starts Kurs. The stream of states ends with `.ready` or `.failed`.
  public static func run(_ environment: CoreEnvironment) -> AsyncStream<StartState> {
    let (stream, continuation) = AsyncStream.makeStream(of: StartState.self)
    let workflow = StartWorkflow(environment: environment, states: continuation)
    Task.detached(priority: .userInitiated) { await workflow.start() }
    return stream
  }

  private func start() async {
    do throws(StartFailure) {
      states.yield(.working(.openingStorage, permille: nil))
      let core = try Core(environment)
      try core.openRates()
      let user = try core.openUser()
      if core.reading.settings.providers.contains(where: \.isTeam) { await core.showStoredTeam(of: user) }
      let calculator = try await calculator(of: core, user)
      core.track(.opened)
      states.yield(.ready(calculator, services: { await core.accountServices(of: calculator.objects) }))
      let delay = environment.refreshDelay
      let objects = calculator.objects
      Task.detached(priority: .utility) { await Self.catchUp(core, objects, refreshAfter: delay) }
    } catch {
      states.yield(.failed(error))
    }
    states.finish()
  }

  private func calculator(
    of core: Core, _ user: UserDatabase
  ) async throws(StartFailure) -> CalculatorWorkflow {
    var amounts = environment.amounts
    amounts.preferences.chosen = core.reading.settings.symbols
    do {
      let inUse = try await firstRates(of: core)
      states.yield(.working(.restoringSession, permille: nil))
      let workflow = await CalculatorWorkflow.open(
        rates: core.rates, settings: core.settings, objects: await core.objects(user), inUse: inUse,
        catalogue: core.catalogue,
        defaults: .init(
          country: environment.country, catalogue: core.catalogue, rates: inUse,
          results: core.reading.settings.resultCurrencies),
        amounts: amounts,
        recoveredFile: core.recoveredFile, saveError: user.saveError ?? core.saveError, track: core.track,
        clock: environment.clock)
      await workflow.useProfiles { core.bankProfiles() }
      return workflow
    } catch {
      throw .rates(error)
    }
  }

  private func firstRates(of core: Core) async throws(RatesFailure) -> RatesInUse {
    do {
      return try await core.rates.ratesInUse(on: nil, importsMissing: false)
    } catch {
      guard case .rate(.noRates) = error else { throw error }
    }
    states.yield(.working(.importingRates, permille: 0))
    return try await core.rates.ratesInUse(on: nil)
  }

  private static func catchUp(_ core: Core, _ objects: UserObjects, refreshAfter delay: Duration) async {
    do throws(RatesFailure) {
      try await core.rates.importer.storeHistory()
    } catch {
      await core.rates.announce(.failed(error))
    }
    await core.rates.importer.importAnswers()
    _ = await core.startRefreshing(after: delay)
    // Repair and report damage now. Ignore a failed check, because Kurs must go on.
    try? await objects.database.checkAfterCutOff()
    core.sweepDaily(copying: objects)
  }
}
