// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursStorage

/// All that outlives a calculator's list: history, saved ones, favourites, recent and result currencies, own rates.
public struct CalculatorKeeping: Sendable {
  public let objects: PersonObjects
  public let archive: CalculationArchive
  public let favourites: Favourites
  public let recent: RecentCurrencies
  private let keeper: CalculationKeeper
  private let results: ResultsSharing
  private let calculator: CalculatorWorkflow

  /// Follows the calculator from now on; nothing of it is needed for the first frame.
  ///
  /// `objects`: those that the sync keeps, too; `makeID`: a new id for each saved calculation.
  public init(
    _ calculator: CalculatorWorkflow, objects: PersonObjects, makeID: @escaping @Sendable () -> PersonObject.ID
  ) async {
    let (amounts, catalogue, rates) = (calculator.amounts, calculator.catalogue, calculator.rates)
    self.objects = objects
    archive = calculator.archive(
      of: objects, order: { await rates.order }, symbols: amounts.symbols,
      reader: { amounts.reader(catalogue) }, makeID: makeID)
    favourites = Favourites(of: objects)
    recent = RecentCurrencies(of: objects)
    keeper = CalculationKeeper(calculator: calculator, archive: archive, rates: OwnRateList(of: objects))
    results = ResultsSharing(of: objects, calculator)
    self.calculator = calculator
    await keeper.start()
    await results.start()
  }

  /// Keeps the list as it stands under a title; false while it has no total.
  public func save(title: String) async throws(StorageError) -> Bool {
    guard let finished = await calculator.calculation else { return false }
    try await archive.save(title: title, await archive.record(finished))
    calculator.track(.calculationSaved)
    return true
  }

  /// Puts a kept calculation in the place of the list.
  public func open(_ record: CalculationRecord) async {
    await calculator.open(record, from: archive)
    calculator.track(.calculationReopened)
  }
}
