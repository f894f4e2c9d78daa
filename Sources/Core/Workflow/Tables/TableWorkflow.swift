// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel

@MainActor
public final class TableWorkflow: Store {
  public struct Desktop: Sendable {
    /// Converts a spreadsheet's first sheet to CSV in UTF-8.
    let table: @Sendable (_ path: String) async -> Result<[UInt8], SpreadsheetFault>
    let word: @Sendable (RowFault.Reason, TableForm) -> String
    let copy: @MainActor @Sendable (String) -> Void

    public init(
      table: @escaping @Sendable (_ path: String) async -> Result<[UInt8], SpreadsheetFault>,
      word: @escaping @Sendable (RowFault.Reason, TableForm) -> String,
      copy: @escaping @MainActor @Sendable (String) -> Void
    ) {
      (self.table, self.word, self.copy) = (table, word, copy)
    }
  }

  var machine = TableMachine()
  public var onChange: (@MainActor (TableState) -> Void)?
  private let converter: TableConverter
  private let desktop: Desktop
  private let ask: Ask
  private var work: Task<Void, Never>?
  private var following: Task<Void, Never>?
  private var content: TableContent?

  typealias Ask = @Sendable (ProviderID, ClosedRange<Day>) async throws(RatesFailure) -> Void

  init(_ converter: TableConverter, _ desktop: Desktop, ask: @escaping Ask) {
    (self.converter, self.desktop, self.ask) = (converter, desktop, ask)
    following = Task { [weak self] in
      for await _ in await converter.rates.updates() { self?.send(.ratesChanged) }
    }
  }

  deinit { following?.cancel() }

  public var state: TableState { machine.state }

  public func send(_ event: TableEvent) {
    apply { $0.send(event) }
  }

  public func finish() async { await work?.value }

  func carryOut(_ action: TableMachine.Action) {
    work?.cancel()
    switch action {
    case .stop: break
    case .read(let origin, let choices, let question):
      content = nil
      work = Task { await self.read(origin, choices, question) }
    case .decode(let origin, let encoding, let choices, let question):
      work = Task { await self.read(origin, choices, question, encoding) }
    case .recognise(let choices, let question):
      work = Task { await self.recognise(choices, question) }
    case .convert(let choices, let target, let question):
      work = Task { await self.convert(choices, to: target, question) }
    case .ask(let choices, let question): work = Task { await self.ask(choices, question) }
    }
  }

  private func read(
    _ origin: TableOrigin, _ choices: [TableColumn: ColumnChoice], _ question: Int, _ encoding: TableEncoding? = nil
  ) async {
    switch origin {
    case .cells(let text): await open(choices, question) { try $0.content(bytes: Array(text.utf8)) }
    case .file(let path):
      await open(choices, question, path, isDecoded: encoding != nil) { try $0.content(file: path, encoding) }
      if let encoding, let content { await converter.remember(encoding, of: content) }
    }
  }

  private func open(
    _ choices: [TableColumn: ColumnChoice], _ question: Int, _ spreadsheet: String? = nil, isDecoded: Bool = true,
    _ make: @escaping @Sendable (TableConverter) throws -> TableContent
  ) async {
    switch await converter.open(make) {
    case .success(let content):
      self.content = isDecoded ? content : await decoded(content, spreadsheet)
      await recognise(choices, question)
    case .failure(.spreadsheet(.refused)) where spreadsheet != nil:
      switch await desktop.table(spreadsheet ?? "") {
      case .success(let bytes): await open(choices, question) { try $0.content(bytes: bytes) }
      case .failure(let fault): apply { $0.previewed(.failure(.spreadsheet(fault)), of: question) }
      }
    case .failure(let problem): apply { $0.previewed(.failure(problem), of: question) }
    case nil: break
    }
  }

  /// Reads the file again in the encoding of an earlier table with the same headings.
  private func decoded(_ content: TableContent, _ path: String?) async -> TableContent {
    guard let path, content.spreadsheet == nil, let known = await converter.earlierEncoding(of: content),
      known != content.encoding, case .success(let again) = await converter.open({ try $0.content(file: path, known) })
    else { return content }
    // If the headings now differ from the earlier table's headings, the earlier encoding doesn't fit this file.
    return await converter.earlierEncoding(of: again) == known ? again : content
  }

  private func recognise(_ choices: [TableColumn: ColumnChoice], _ question: Int) async {
    guard let content else { return }
    let result = await converter.preview(content, choices)
    apply { $0.previewed(result, of: question) }
    // The preview has only the first rows. Later rows can have faults too, so all rows are tried.
    guard question == machine.question, state.isConvertible, state.preview?.rows.count == TablePreview.most,
      case .success(let (outcome, _))? = await converter.tried(content, choices)
    else { return }
    apply { $0.tried(outcome, of: question) }
  }

  /// Sends requests until no more rates arrive, because a response for a long period has only the newest days.
  private func ask(_ choices: [TableColumn: ColumnChoice], _ question: Int) async {
    guard let content else { return }
    var (before, all): (WantedRates?, Int?)
    while question == machine.question {
      switch await converter.tried(content, choices)?.map(\.wanted) {
      case nil: return
      case .failure(let problem): return apply { $0.asked(.failure(problem), of: question) }
      case .success(let wanted):
        if wanted == before || wanted.days.isEmpty { return apply { $0.asked(.success(wanted), of: question) } }
        before = wanted
        let whole = all ?? wanted.count
        all = whole
        apply { $0.progressed(max(0, whole - wanted.count) * 1000 / whole, of: question) }
        for (provider, days) in wanted.days.sorted(by: { $0.key < $1.key }) {
          do throws(RatesFailure) { try await ask(provider, days) } catch {
            return apply { $0.asked(.failure(.rates(error)), of: question) }
          }
        }
      }
    }
  }

  private func convert(_ choices: [TableColumn: ColumnChoice], to target: TableTarget, _ question: Int) async {
    guard let content else { return }
    let known = try? state.preview?.form.get()
    let result = await converter.convert(content, choices, as: known, to: target, word: desktop.word) {
      [weak self] permille in
      Task { @MainActor in self?.apply { $0.progressed(permille, of: question) } }
    }
    switch result {
    case .success(let (outcome, text)):
      if let text, question == machine.question { desktop.copy(text) }
      apply { $0.converted(.success(outcome), to: target, of: question) }
    case .failure(let problem): apply { $0.converted(.failure(problem), to: target, of: question) }
    case nil: break
    }
  }
}

extension CalculatorWorkflow {
  public func table(_ desktop: TableWorkflow.Desktop) -> TableWorkflow {
    TableWorkflow(
      TableConverter(
        rates: rates, objects: objects, amounts: amounts, catalogue: catalogue,
        target: state.results.first?.currency ?? state.source, rule: state.rule, clock: clock,
        profiles: profiles),
      desktop,
      ask: { [settings] (id, days) async throws(RatesFailure) in _ = try await settings.ask(id, over: days) })
  }
}
