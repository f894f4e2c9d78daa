// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import KursStorage

/// Reads and converts tables at the rates in use, outside the main actor.
struct TableConverter: Sendable {
  static let mostCopied = 16 << 20

  let rates: RatesWorkflow
  let objects: UserObjects
  let amounts: AmountReader
  let catalogue: CurrencyCatalogue
  /// The target currency if neither the table nor the user names a target currency.
  let target: Currency
  let rule: NamedRule?
  let clock: @Sendable () -> Timestamp
  var profiles: @Sendable () -> [BankProfile] = { [] }

  /// Opens a table and detects its encoding. Nil if cancelled.
  @concurrent
  func open(_ make: @Sendable (TableConverter) throws -> TableContent) async -> Result<TableContent, TableProblem>? {
    do { return .success(try make(self)) } catch { return TableProblem(error).map { .failure($0) } }
  }

  /// Opens a file as a table. If `encoding` is nil, the encoding is detected.
  func content(file: String, _ encoding: TableEncoding? = nil) throws -> TableContent {
    try TableContent(file: file, encoding: encoding, region: amounts.preferences.region)
  }

  func content(bytes: [UInt8]) throws -> TableContent {
    try TableContent(bytes: bytes, region: amounts.preferences.region)
  }

  @concurrent
  func preview(
    _ content: TableContent, _ chosen: [TableColumn: ColumnChoice]
  ) async -> Result<TablePreview, TableProblem> {
    do {
      var input = try content.input()
      let form: Result<TableForm, TableFault>
      let memory: TableMemory?
      var memoryFault: StorageError?
      do throws(StorageError) { memory = try await self.memory() } catch { (memory, memoryFault) = (nil, error) }
      do { form = .success(try self.form(of: content, chosen, memory)) } catch let fault as TableFault {
        form = .failure(fault)
      }
      var preview = TablePreview(input.sample, form: form, encoding: content.encoding)
      preview.spreadsheet = content.spreadsheet
      preview.memoryFault = memoryFault
      guard case .success(let form) = form else { return .success(preview) }
      await remember(TableCorrections(chosen, in: form), of: form, memory)
      let own = try await own()
      var conversion = TableConversion(form, reader: reader(form.symbols, names), catalogue: catalogue) { _ in "" }
      preview.rows = try await conversion.first(TablePreview.most, of: &input) {
        try await resolver(of: $0, by: $1, own, noting: &preview.wanted)
      }
      return .success(preview)
    } catch {
      return .failure(TableProblem(error) ?? .table(.empty))
    }
  }

  /// Converts a table. `known`: the form in the preview. Returns the text for the clipboard. Nil if cancelled.
  @concurrent
  func convert(
    _ content: TableContent, _ chosen: [TableColumn: ColumnChoice], as known: TableForm? = nil, to target: TableTarget,
    word: @escaping @Sendable (RowFault.Reason, TableForm) -> String, progress: @escaping @Sendable (Int) -> Void
  ) async -> Result<(TableOutcome, String?), TableProblem>? {
    do {
      let form = if let known { known } else { try await self.form(of: content, chosen) }
      var copied: [UInt8] = []
      let file: WholeFileWriter? = if case .file(let path) = target { try WholeFileWriter(path) } else { nil }
      let (outcome, _) = try await run(content, form, word: { word($0, form) }, progress: progress) { bytes in
        if let file { return try file.append(bytes) }
        copied += bytes
        if copied.count > Self.mostCopied { throw TableProblem.tooMuchToCopy(bytes: Self.mostCopied) }
      }
      try file?.finish()
      return .success((outcome, file == nil ? String(decoding: copied, as: UTF8.self) : nil))
    } catch {
      return TableProblem(error).map { .failure($0) }
    }
  }

  /// Converts a table without writing the result. Returns the outcome and the missing rates; nil if cancelled.
  @concurrent
  func tried(
    _ content: TableContent, _ chosen: [TableColumn: ColumnChoice]
  ) async -> Result<(outcome: TableOutcome, wanted: WantedRates), TableProblem>? {
    do {
      return .success(try await run(content, try await form(of: content, chosen)))
    } catch {
      return TableProblem(error).map { .failure($0) }
    }
  }

  private func run(
    _ content: TableContent, _ form: TableForm, word: @escaping (RowFault.Reason) -> String = { _ in "" },
    progress: @escaping (Int) -> Void = { _ in }, write: ([UInt8]) throws -> Void = { _ in }
  ) async throws -> (outcome: TableOutcome, wanted: WantedRates) {
    var input = try content.input(progress)
    let own = try await own()
    let series = try await TableRates(rates, own: own, hasRules: form.selectsDays)
    var conversion = TableConversion(form, reader: reader(form.symbols, names), catalogue: catalogue, word: word)
    var wanted = WantedRates()
    let outcome = try await conversion.run(
      &input, resolver: { try await resolver(of: $0, by: $1, own, noting: &wanted) }, rates: series, write: write)
    try Task.checkCancellation()
    return (outcome, wanted)
  }

  /// Returns the user's earlier corrections, or the error of the database.
  private func memory() async throws(StorageError) -> TableMemory { try await TableMemory(objects.database) }

  private func remember(_ corrections: TableCorrections, of form: TableForm, _ memory: TableMemory?) async {
    guard let memory, let names = form.names, !corrections.isEmpty else { return }
    let all = memory.merged(corrections, for: names)
    _ = try? await memory.save(all, for: names, in: objects.database)
  }

  @concurrent
  func earlierEncoding(of content: TableContent) async -> TableEncoding? {
    (try? await memory())?.encoding(of: content)
  }

  @concurrent
  func remember(_ encoding: TableEncoding, of content: TableContent) async {
    guard let form = try? form(of: content, [:], nil) else { return }
    var corrections = TableCorrections()
    corrections.encoding = encoding
    await remember(corrections, of: form, try? memory())
  }

  private func form(of content: TableContent, _ chosen: [TableColumn: ColumnChoice]) async throws -> TableForm {
    try form(of: content, chosen, try? await memory())
  }

  private func form(
    of content: TableContent, _ chosen: [TableColumn: ColumnChoice], _ memory: TableMemory?
  ) throws -> TableForm {
    var (choices, input) = (TableChoices(), try content.input())
    (choices.today, choices.profiles) = (clock().localDay, profiles)
    if content.spreadsheet != nil { choices.symbols = .english }
    (choices.columns, choices.target, choices.locale) = (chosen, target, amounts.symbols)
    choices.rule = rule
    if let memory { choices.earlier = { memory.corrections($0) } }
    choices.putsMonthFirst = amounts.preferences.region == "US"
    let names = names
    return try TableForm(of: &input, choices: choices, catalogue: catalogue) { reader($0, names) }
  }

  private var names: [String: Currency] { amounts.names(catalogue) }

  private func reader(_ symbols: NumberSymbols, _ names: [String: Currency]) -> CalculationReader {
    CalculationReader(
      symbols: symbols, preferences: amounts.preferences, names: names, catalogue: catalogue, words: amounts.words)
  }

  private func own() async throws -> [CustomRate] { try await objects.ownRates().holding(on: clock().localDay) }

  private func resolver(
    of day: Day?, by rule: NamedRule?, _ own: [CustomRate], noting wanted: inout WantedRates
  ) async throws -> Result<Resolver, RateError> {
    do throws(RatesFailure) {
      var resolver = try await rates.ratesInUse(on: day, by: rule).resolver
      resolver.use(own)
      return .success(resolver)
    } catch {
      guard case .rate(let reason) = error else { throw error }
      await note(reason, about: day, in: &wanted)
      return .failure(reason)
    }
  }

  /// Adds missing days to `wanted`, unless their provider has no server to request them from.
  private func note(_ error: RateError, about day: Day?, in wanted: inout WantedRates) async {
    guard let (provider, days) = error.possibleSource(about: day, today: clock().localDay),
      await rates.endpoints(of: provider)?.hasNoServer == false
    else { return }
    wanted.note(provider, days)
  }
}

extension TableProblem {
  fileprivate init?(_ error: any Error) {
    switch error {
    case is CancellationError: return nil
    case let fault as TableFault: self = .table(fault)
    case let failure as FileFailure: self = .file(failure)
    case let failure as RatesFailure: self = .rates(failure)
    case let problem as TableProblem: self = problem
    case let fault as SpreadsheetReadFault:
      switch fault {
      case .foreign, .damaged, .noSheet: self = .spreadsheet(.refused)
      case .encrypted: self = .spreadsheet(.encrypted)
      case .tooLarge(let bytes): self = .spreadsheet(.tooLarge(bytes: bytes))
      case .empty: self = .table(.empty)
      }
    case let error as StorageError: self = .rates(.storage(error))
    default: self = .rates(.fileNotReadable(path: ""))
    }
  }
}
