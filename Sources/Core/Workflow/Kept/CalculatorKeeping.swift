// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// Keeps what comes out of a calculator: history, own rates, chosen currencies; and tells it of other windows' changes.
public actor CalculatorKeeping {
  public nonisolated let archive: CalculationArchive
  public nonisolated let favourites: Favourites
  public nonisolated let recent: RecentCurrencies
  private let ownRates: OwnRateList
  private let calculator: CalculatorWorkflow
  private var following: [Task<Void, Never>] = []

  init(calculator: CalculatorWorkflow, objects: PersonObjects, archive: CalculationArchive) {
    self.calculator = calculator
    self.archive = archive
    favourites = Favourites(of: objects)
    recent = RecentCurrencies(of: objects)
    ownRates = OwnRateList(of: objects)
  }

  deinit {
    for task in following { task.cancel() }
  }

  /// Follows the calculator from now on.
  func begin() async {
    let (finished, changed) = (await calculator.finishedCalculations(), await calculator.ownRateChanges())
    let others = await ownRates.lists()
    following = [
      Task { [weak self] in for await calculation in finished { await self?.keep(calculation) } },
      Task { [weak self] in for await rates in changed { await self?.keep(rates) } },
      Task { [weak self] in for await rates in others { await self?.follow(rates) } },
    ]
  }

  /// Keeps the list as it stands under a title; false while it has no total.
  public func save(title: String) async throws(StorageError) -> Bool {
    guard let calculation = await calculator.calculation else { return false }
    try await archive.save(title: title, await record(calculation))
    return true
  }

  /// The history without one calculation is still a history: a full disk is said where the person acts.
  private func keep(_ calculation: FinishedCalculation) async {
    try? await archive.keepInHistory(await record(calculation))
  }

  private func record(_ calculation: FinishedCalculation) async -> CalculationRecord {
    await archive.record(
      calculation.calculation, result: calculation.result, targets: calculation.targets, fee: calculation.fee,
      isRoundedToCash: calculation.isRoundedToCash, rates: calculation.rates)
  }

  private func keep(_ rates: [OwnRate]) async {
    let kept = (try? await ownRates.rates()) ?? []
    for old in kept where !rates.contains(where: { $0.isOfPair(of: old) }) {
      try? await ownRates.remove(old.from, old.to)
    }
    for rate in rates where !kept.contains(rate) { try? await ownRates.set(rate) }
  }

  private func follow(_ rates: [OwnRate]) async {
    guard await calculator.state.ownRates != rates else { return }
    await calculator.send(.ownRatesReplaced(rates))
  }
}

extension OwnRate {
  func isOfPair(of other: OwnRate) -> Bool {
    (from, to) == (other.from, other.to) || (from, to) == (other.to, other.from)
  }
}

extension CalculatorWorkflow {
  /// What keeps this calculator's work; one for each calculator, made once the first number is on the screen.
  ///
  /// `makeID`: a new id for each saved calculation.
  public func keeping(makeID: @escaping @Sendable () -> PersonObject.ID) async -> CalculatorKeeping {
    let objects = PersonObjects(database: person, clock: clock)
    let archive = CalculationArchive(
      objects: objects, symbols: amounts.symbols, catalogue: catalogue,
      reader: { [amounts, catalogue] in amounts.reader(catalogue) },
      newest: { [weak self] () async throws(RatesFailure) in
        guard let self else { throw .rate(.unknownCurrency("")) }
        return try await newestRates()
      },
      makeID: makeID)
    let keeping = CalculatorKeeping(calculator: self, objects: objects, archive: archive)
    await keeping.begin()
    return keeping
  }

  /// The newest rates with the person's own before them.
  private func newestRates() async throws(RatesFailure) -> any RateSource {
    let table = try await rates.table(of: state.rates.provider.id, on: nil)
    return OwnRates(state.ownRates, before: TableRates { _ in table }, today: clock().day)
  }
}
