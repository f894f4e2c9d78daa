// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
public import KursModel

/// Finished calculations: the history of this machine, and those that the person saved with a title.
public actor CalculationArchive {
  let objects: PersonObjects
  private let symbols: NumberSymbols
  private let catalogue: CurrencyCatalogue
  private let reader: @Sendable () -> CalculationReader
  private let newest: @Sendable ([ProviderID]) async throws(RatesFailure) -> any RateSource
  private let makeID: @Sendable () -> PersonObject.ID

  /// `reader`: the person's, in the number form of `symbols`; asked for when a calculation is opened.
  /// `newest`: today's rates of the banks that a calculation was saved with, and the user's own before them.
  public init(
    objects: PersonObjects, symbols: NumberSymbols, catalogue: CurrencyCatalogue,
    reader: @escaping @Sendable () -> CalculationReader,
    newest: @escaping @Sendable ([ProviderID]) async throws(RatesFailure) -> any RateSource,
    makeID: @escaping @Sendable () -> PersonObject.ID
  ) {
    self.objects = objects
    self.symbols = symbols
    self.catalogue = catalogue
    self.reader = reader
    self.newest = newest
    self.makeID = makeID
  }

  /// Compares with what `rates` has stored of the banks of a calculation, and with the user's own rates before it.
  ///
  /// `order`: other banks to compare with; nil for those that it was saved with, or those in use.
  public init(
    objects: PersonObjects, rates: RatesWorkflow, order: @escaping @Sendable () async -> [ProviderID]? = { nil },
    symbols: NumberSymbols, reader: @escaping @Sendable () -> CalculationReader
  ) {
    self.init(
      objects: objects, symbols: symbols, catalogue: rates.catalogue, reader: reader,
      newest: { banks async throws(RatesFailure) in
        var named = await order() ?? []
        if named.isEmpty { named = await rates.known(among: banks) }
        if named.isEmpty { named = await rates.order }
        return try await rates.newestRates(of: named, own: objects, today: objects.clock().localDay)
      },
      makeID: {
        var generator = SystemRandomNumberGenerator()
        return PersonObject.ID(random: &generator)
      })
  }

  /// Everything about a calculation that will be wanted later, with each rate it asks `rates` for.
  public func record(
    _ calculation: Calculation, result: Currency, targets: [Currency], fee: Fee? = nil,
    isRoundedToCash: Bool = false, rates: any RateSource
  ) -> CalculationRecord {
    CalculationRecord(
      calculation, result: result, targets: targets, fee: fee, isRoundedToCash: isRoundedToCash, rates: rates,
      writer: CalculationWriter(symbols: symbols), kept: objects.clock())
  }

  /// The record of a finished calculation.
  public func record(_ finished: FinishedCalculation) -> CalculationRecord {
    var record = CalculationRecord(
      finished.calculation, result: finished.result, targets: finished.targets, fee: finished.fee,
      isRoundedToCash: finished.roundsCash, total: finished.evaluation.total, rates: finished.usedRates,
      writer: CalculationWriter(symbols: symbols), kept: objects.clock())
    record.hasNoTargets = finished.targets.isEmpty
    return record
  }

  /// The lines of a kept calculation, in the person's number form.
  public func open(_ record: CalculationRecord) -> Calculation { recordReader.calculation(record) }

  /// The same lines at the rates they used and at the newest.
  public func comparison(_ record: CalculationRecord) async throws(RatesFailure) -> CalculationComparison {
    CalculationComparison(record, recordReader.calculation(record), today: try await newest(record.banks))
  }

  /// The same with the records' texts in the person's number form, where a line was typed in another.
  func inOwnForm<Holder>(_ all: [Holder], _ path: WritableKeyPath<Holder, CalculationRecord>) -> [Holder] {
    var made: RecordReader?
    return all.map { holder in
      let record = holder[keyPath: path]
      guard record.lines.contains(where: { $0.form != symbols.form && $0.text.hasNumberForm }) else { return holder }
      let reader = made ?? recordReader
      made = reader
      var holder = holder
      holder[keyPath: path].text = CalculationWriter(symbols: symbols).text(reader.calculation(record), asIn: record)
      return holder
    }
  }

  private var recordReader: RecordReader { RecordReader(reader(), symbols: symbols, catalogue: catalogue) }

  func newID() -> PersonObject.ID { makeID() }
}

extension CalculationRecord {
  /// The banks whose rates it was saved with, in the order of its rates.
  fileprivate var banks: [ProviderID] {
    rates.flatMap(\.rate.providers).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

extension RatesWorkflow {
  /// Those that there still are.
  func known(among ids: [ProviderID]) -> [ProviderID] { ids.filter { items[$0] != nil } }

  /// The newest rates of the providers, with the person's own before them; whatever the day asked for.
  public func newestRates(
    of order: [ProviderID], own: PersonObjects, today: Day
  ) async throws(RatesFailure) -> any RateSource {
    var resolver = try await ratesInUse(on: nil, of: order).resolver
    do {
      resolver.own = try await own.ownRates().holding(on: today)
    } catch {
      throw .storage(error)
    }
    return ResolvedRates { [resolver] _ in resolver }
  }
}
