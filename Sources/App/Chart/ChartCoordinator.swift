// SPDX-License-Identifier: GPL-3.0-or-later

import KursChart
import KursDrawing
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ChartCoordinator {
  private let application: Application
  private let workflow: ChartWorkflow
  private let words: Words
  private let alerts: AlertsCoordinator
  private let closed: @MainActor @Sendable (ChartCoordinator) -> Void
  private var window: ChartWindow?
  private var picker: PickerWindow?
  private var removed: [ChartSubject] = []

  init?(
    application: Application, workflow: ChartWorkflow, words: Words, alerts: AlertsCoordinator,
    closed: @escaping @MainActor @Sendable (ChartCoordinator) -> Void
  ) {
    self.application = application
    self.workflow = workflow
    self.words = words
    self.alerts = alerts
    self.closed = closed
    window = attempt { try ChartWindow(words) { [weak self] intent in self?.handle(intent) } }
    guard window != nil else { return nil }
    show()
  }

  func close() { window?.window.close() }

  private func show() {
    guard let window else { return }
    if let size = workflow.state.size { window.window.size = (size.width, size.height) }
    window.render(workflow.state)
    alerts.follow(self) { [weak self] in self?.window?.view.render($0) }
    workflow.onChange = { [weak self] in self?.window?.render($0) }
    window.window.setApplication(application)
    window.present()
  }

  private func finish() {
    application.holding { [workflow] in await workflow.close() }
    window = nil
    closed(self)
  }
}

extension ChartCoordinator {
  private func handle(_ intent: ChartIntent) {
    let subject = workflow.state.subject
    switch intent {
    case .event(let event): workflow.send(event)
    case .basePressed:
      pick { currency in
        ChartSubject(base: currency, counters: subject.counters.map { $0 == currency ? subject.base : $0 })
      }
    case .counterPressed:
      pick { currency in
        let base = currency == subject.base ? subject.counters[0] : subject.base
        return ChartSubject(base: base, counters: [currency])
      }
    case .alertPressed(let height):
      guard let frame = window?.window else { return }
      alerts.open(subject, height: height ?? workflow.state.reading?.values.first?.rate, above: frame) { [weak self] in
        self?.window?.toast($0)
      }
    case .comparePressed: compare()
    case .stopComparing:
      remove(ChartSubject(base: subject.base, counters: [subject.counters[0]]), tr("Comparison removed"))
    case .removePressed(let currency):
      remove(subject.removing(currency), tr("{code} removed", ["code": currency.code]))
    case .undoPressed: choose(removed.popLast())
    case .swapPressed: choose(ChartSubject(base: subject.counters[0], counters: [subject.base]))
    case .exportRequested: askFormat()
    case .export(let kind): export(kind)
    case .copyImage: copyImage()
    case .copyTable(let table):
      let symbols = words.numbers.format.symbols
      window?.window.copyToClipboard(table.text(symbols), html: table.html(symbols))
      window?.toast(tr("Table copied"))
    case .print: printPage()
    case .shortcuts: window?.window.showShortcuts(of: "chart")
    case .closed: finish()
    }
  }

  private func choose(_ subject: ChartSubject?) {
    if let subject { workflow.send(.subjectChosen(subject)) }
  }

  private func remove(_ rest: ChartSubject?, _ sentence: String) {
    guard let rest, rest != workflow.state.subject else { return }
    removed.append(workflow.state.subject)
    choose(rest)
    window?.toast(sentence, button: (tr("Undo"), ChartAction.undo.name))
  }

  private func compare() {
    let subject = workflow.state.subject
    guard subject.hasRoom else { return }
    pick { ChartSubject(base: subject.base, counters: subject.counters + [$0]) }
  }

  private func pick(_ subject: @escaping @MainActor @Sendable (Currency) -> ChartSubject?) {
    guard let window else { return }
    let state = workflow.state
    let choices = PickerViewState(
      words, inUse: [state.subject.base] + state.subject.counters, today: state.window.last,
      countryNames: CountryNames().callAsFunction)
    picker = try? PickerWindow(choices, choose: { [weak self] currency in self?.choose(subject(currency)) })
    picker?.window.onCloseRequest { [weak self] in self?.picker = nil }
    picker?.present(above: window.window)
  }
}

extension ChartCoordinator {
  private func askFormat() {
    guard let window else { return }
    let formats: [ChartFile] = [.png, .svg, .csv]
    askExport(
      tr("Export Chart"), [tr("Picture (PNG)"), tr("Drawing (SVG)"), tr("Table (CSV)")], above: window.window
    ) { [weak self] place in self?.export(formats[place]) }
  }

  private func export(_ kind: ChartFile) {
    guard let window, kind == .csv else { return export(kind, .point) }
    askCSVForm(words.numbers.format.symbols, above: window.window) { [weak self] form in self?.export(kind, form) }
  }

  private func export(_ kind: ChartFile, _ form: CSVForm) {
    window?.window.chooseFile(
      title: tr("Save Chart"), name: "\(workflow.state.fileName).\(kind.rawValue)", accept: tr("Save")
    ) { [weak self] path in self?.save(kind, form, to: path) }
  }

  private func save(_ kind: ChartFile, _ form: CSVForm, to path: String) {
    guard let window, let bytes = contents(kind, form) else { return }
    Task {
      let failure = await writeFile(bytes, to: path)
      window.toast(failure.map { sentence(for: $0) } ?? tr("Saved as {path}", ["path": path]))
    }
  }

  private func contents(_ kind: ChartFile, _ form: CSVForm = .point) -> [UInt8]? {
    guard let area = window?.view.area else { return nil }
    let state = workflow.state
    switch kind {
    case .csv: return Array(state.csv(form).utf8)
    case .svg:
      guard let list = area.list(area.size, theme: .light) else { return nil }
      let summary = words.description(of: state)
      return Array(SVGWriter.text(of: list, title: state.subject.description, description: summary).utf8)
    case .png: return area.list(area.size, theme: .light).flatMap { CairoImage($0, scale: 2)?.png() }
    }
  }

  private func copyImage() {
    guard let window, let png = contents(.png), window.window.copyToClipboard(png: png) else { return }
    window.toast(tr("Chart copied"))
  }

  private func printPage() {
    guard let window else { return }
    let failed: @MainActor @Sendable (String) -> Void = { [weak window] in window?.toast(sentence(forPrinting: $0)) }
    window.window.print(workflow.state.fileName, failed: failed) { [weak self] size in
      self?.window?.view.area.list(Size(size.width, min(size.height, size.width * 0.75)), theme: .light)
        ?? DisplayList(size: size)
    }
  }
}

enum ChartIntent: Equatable, Sendable {
  case event(ChartEvent)
  case basePressed
  case counterPressed
  /// Opens the alert form for the rate that the user pointed at. Nil means the rate at the cross-hair.
  case alertPressed(Rational?)
  case comparePressed
  case removePressed(Currency)
  case stopComparing
  case undoPressed
  case swapPressed
  case exportRequested
  case export(ChartFile)
  case copyImage
  case copyTable(CopiedTable)
  case print
  case shortcuts
  case closed
}

enum ChartFile: String, Sendable { case png, svg, csv }

enum ChartAction: String, Action {
  case compare
  case stopComparing = "stop-comparing"
  case alert
  case undo
  case swap
  case zoomIn = "zoom-in"
  case zoomOut = "zoom-out"
  case resetZoom = "reset-zoom"
  case back
  case showTable = "show-table"
  case copyTable = "copy-table"
  case options = "chart-options"
  case export
  case exportPNG = "export-png"
  case exportSVG = "export-svg"
  case exportCSV = "export-csv"
  case copyImage = "copy-image"
  case print
  case shortcuts

  static let scope = "win"

  // GTK applies a keyboard shortcut in all windows, so chart actions share the calculator's shortcuts.
  var accelerators: [String] {
    switch self {
    case .compare: WindowAction.addCurrency.accelerators
    case .stopComparing, .alert, .options, .copyTable, .exportPNG, .exportSVG, .exportCSV, .copyImage: []
    case .undo: WindowAction.undo.accelerators
    case .swap: WindowAction.swap.accelerators
    case .zoomIn: ["<Control>plus", "<Control>equal"]
    case .zoomOut: ["<Control>minus"]
    case .resetZoom: ["<Control>0"]
    case .back: ["<Alt>Left"]
    case .showTable: WindowAction.convertTable.accelerators
    case .export: WindowAction.export.accelerators
    case .print: WindowAction.printReceipt.accelerators
    case .shortcuts: WindowAction.shortcuts.accelerators
    }
  }
}

/// An action at the rate that the user pointed at in the chart. The target is the rate.
enum HeightAction: String, Action {
  case alert

  static let scope = "height"
  var takesTarget: Bool { true }
}
