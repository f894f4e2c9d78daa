// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class TableCoordinator {
  typealias Pick = CustomRateWindow.Pick

  private let window: TableWindow
  private let workflow: TableWorkflow
  private let words: Words
  private let inUse: [Currency]
  private let pick: Pick
  private let switchOn: @MainActor @Sendable (ProviderID) -> Void

  init?(
    _ calculator: CalculatorWorkflow, _ words: Words, converter: SpreadsheetConverter, pick: @escaping Pick,
    switchOn: @escaping @MainActor @Sendable (ProviderID) -> Void,
    closed: @escaping @MainActor @Sendable () -> Void
  ) {
    let relay = Relay()
    guard let window = try? TableWindow(send: { relay.route?.handle($0, closed) }) else { return nil }
    self.window = window
    (self.words, self.pick, self.switchOn) = (words, pick, switchOn)
    inUse = calculator.state.currencies
    workflow = calculator.table(
      TableWorkflow.Desktop(
        table: { await converter.table($0) }, word: { sentence(for: $0, $1, words) },
        copy: { [weak window] in window?.window.copyToClipboard($0) }))
    relay.route = self
    workflow.onChange = { [weak self] in self?.render($0) }
    window.dropped = { [weak self] paths in
      let files = OpenedFiles(names: paths)
      if let refusal = files.refusal { self?.window.window.refuse(refusal.title, refusal.text) }
      if let path = files.path { self?.open(path) }
    }
    render(workflow.state)
  }

  func present(above parent: Window) { window.present(above: parent) }

  func bringForward() { window.window.present() }

  func open(_ path: String) { workflow.send(.opened(.file(path: path))) }

  private func render(_ state: TableState) { window.render(TableViewState(state, inUse: inUse, words)) }

  private func handle(_ intent: TableIntent, _ closed: @MainActor () -> Void) {
    switch intent {
    case .chosen(let column, let choice): workflow.send(.chosen(column, choice))
    case .encodingChosen(let encoding): workflow.send(.encodingChosen(encoding))
    case .anotherCurrency(let column):
      pick(window.window) { [workflow] in workflow.send(.chosen(column, .currency($0))) }
    case .openPressed: chooseFile()
    case .pastePressed: window.window.readClipboard { [workflow] in workflow.send(.opened(.cells($0))) }
    case .savePressed: chooseTarget()
    case .copyPressed: workflow.send(.convertPressed(.clipboard))
    case .ratesPressed: workflow.send(.ratesPressed)
    case .providerPressed(let id): switchOn(id)
    case .resultPressed(let path): window.window.open(path: path)
    case .cancelled: workflow.send(.cancelled)
    case .closed:
      workflow.send(.cancelled)
      closed()
    }
  }

  private func chooseFile() {
    let types = [
      "text/csv", "text/plain", "text/tab-separated-values", "application/vnd.oasis.opendocument.spreadsheet",
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "application/vnd.ms-excel",
    ]
    window.window.chooseFile(
      title: tr("Open Table"), types: types, named: tr("Tables"), accept: tr("Open")
    ) { [weak self] path in self?.open(path) }
  }

  private func chooseTarget() {
    let name = workflow.state.origin?.name ?? tr("table")
    let stem = name.contains(".") ? name.split(separator: ".").dropLast().joined(separator: ".") : name
    // Translators: this word is added to the name of a file whose amounts were converted.
    let suffix = tr("converted")
    window.window.chooseFile(
      title: tr("Save Table"), name: "\(stem)-\(suffix).csv", accept: tr("Save")
    ) { [workflow] path in workflow.send(.convertPressed(.file(path: path))) }
  }

  /// Gives the window's event handlers access to the coordinator, which is created after them.
  private final class Relay {
    weak var route: TableCoordinator?
  }
}

extension CalculatorCoordinator {
  func openTable(_ path: String? = nil) {
    guard let words, let workflow, let frame else { return }
    if let table {
      table.bringForward()
    } else {
      table = TableCoordinator(
        workflow, words, converter: SpreadsheetConverter(path: System.environment()["PATH"] ?? ""),
        pick: { [weak self] in self?.pick(above: $0, $1) }, switchOn: { [weak self] in self?.switchOn($0) },
        closed: { [weak self] in self?.table = nil })
      table?.present(above: frame)
    }
    if let path { table?.open(path) }
  }
}
