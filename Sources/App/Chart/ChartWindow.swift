// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWords
import KursWorkflow

@MainActor
final class ChartWindow {
  @Child("window") var window: Window
  let view: ChartView
  @Child("menu") var menu: MenuButton
  @Child("base") private var base: Button
  @Child("counter") private var counter: Button
  @Child("base_label") private var baseLabel: Label
  @Child("counter_label") private var counterLabel: Label
  @Child("table_button") private var tableButton: ToggleButton
  private var state: ChartState?
  private let send: @MainActor @Sendable (ChartIntent) -> Void

  init(_ words: Words, send: @escaping @MainActor @Sendable (ChartIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "chart")
    view = try ChartView(words, send: send)
    self.send = send
    try builder.bind(self)
    ShrinkToFit.install(on: try builder.object("pair_room", as: Widget.self))
    try builder.object("body", as: BoxContainer.self).append(view.widget)
    connect(swap: try builder.object("swap"))
  }

  func render(_ state: ChartState) {
    self.state = state
    renderPair(state.subject)
    window.setEnabled(ChartAction.compare, state.subject.hasRoom)
    window.setEnabled(ChartAction.stopComparing, state.subject.isComparison)
    window.setEnabled(ChartAction.alert, !state.subject.isComparison)
    window.setEnabled(ChartAction.back, !state.past.isEmpty)
    renderMarks(state.options)
    view.render(state)
  }

  func toast(_ sentence: String, button: (label: String, action: String)? = nil) {
    view.toasts.show(sentence, button: button)
  }

  func present() {
    window.present()
    view.area.area.grabFocus()
  }

  private func renderPair(_ subject: ChartSubject) {
    window.setTitle(tr("{pair} – Kurs", ["pair": subject.description]))
    let counters = subject.counters.map(\.code).joined(separator: ", ")
    baseLabel.text = subject.base.code
    base.setAccessibleLabel(tr("First currency: {code}", ["code": subject.base.code]))
    counterLabel.text = counters
    counter.setAccessibleLabel(tr("Second currency: {code}", ["code": counters]))
  }

  private func renderMarks(_ options: ChartOptions) {
    window.setSwitch("chart-log", options.isLogarithmic)
    window.setSwitch("chart-rebased", options.isRebased)
    for span in ChartOptions.spans {
      window.setSwitch("chart-average-\(span)", options.averages.contains(span))
    }
    window.setChoice("chart-period", ChartPeriodChoice(options).rawValue)
  }
}

extension ChartWindow {
  private func connect(swap: Button) {
    let send = self.send
    base.onClick { send(.basePressed) }
    counter.onClick { send(.counterPressed) }
    swap.onClick { send(.swapPressed) }
    tableButton.onToggle { [weak self] in
      guard let self else { return }
      view.showTable(tableButton.isActive)
      window.announce(tableButton.isActive ? tr("Table") : tr("Chart"))
    }
    menu.onFirstOpen { ChartMenu.make() }
    window.install(ChartAction.self) { [weak self] action, _ in self?.run(action) }
    window.installSwitch("chart-log") { [weak self] in self?.change { $0.isLogarithmic.toggle() } }
    window.installSwitch("chart-rebased") { [weak self] in self?.change { $0.isRebased.toggle() } }
    for span in ChartOptions.spans {
      window.installSwitch("chart-average-\(span)") { [weak self] in
        self?.change { $0.averages.formSymmetricDifference([span]) }
      }
    }
    window.installChoice("chart-period", ChartPeriodChoice.daily.rawValue) { [weak self] name in
      guard let choice = ChartPeriodChoice(rawValue: name) else { return }
      self?.change { choice.apply(to: &$0) }
    }
    window.onResize { [weak self] in
      guard let window = self?.window, !window.isMaximized else { return }
      send(.event(.windowResized(WindowSize(width: window.size.width, height: window.size.height))))
    }
    window.onCloseRequest { send(.closed) }
  }

  private func change(_ body: (inout ChartOptions) -> Void) {
    guard var options = state?.options else { return }
    body(&options)
    send(.event(.optionsChosen(options)))
  }

  /// Opens the chart's options after the menu that contains their entry has closed.
  private func openOptions() {
    Task { [weak self] in
      guard let self else { return }
      (try? ChartOptionsPopover())?.popUp(at: menu)
    }
  }

  private func run(_ action: ChartAction) {
    switch action {
    case .compare: send(.comparePressed)
    case .stopComparing: send(.stopComparing)
    case .alert: send(.alertPressed(nil))
    case .undo: send(.undoPressed)
    case .swap: send(.swapPressed)
    case .zoomIn: send(.event(.zoomed(permille: 800, around: nil)))
    case .zoomOut: send(.event(.zoomed(permille: 1250, around: nil)))
    case .resetZoom: send(.event(.reset))
    case .back: send(.event(.wentBack))
    case .showTable: tableButton.isActive.toggle()
    case .copyTable: send(.copyTable(view.copiedTable))
    case .options: openOptions()
    case .export: send(.exportRequested)
    case .exportPNG: send(.export(.png))
    case .exportSVG: send(.export(.svg))
    case .exportCSV: send(.export(.csv))
    case .copyImage: send(.copyImage)
    case .print: send(.print)
    case .shortcuts: send(.shortcuts)
    }
  }
}

@MainActor
private final class ChartOptionsPopover {
  @Child("popover") private var popover: Popover

  init() throws(BuilderError) {
    let builder = try Builder(ui: "chart-options")
    try builder.bind(self)
    popover.rewriteLabels { inOwnDigits(sentence: $0) }
    for span in ChartOptions.spans {
      let button = try builder.object("average_\(span)", as: CheckButton.self)
      button.label = trn("Average of {n} Point", "Average of {n} Points", span)
    }
  }

  /// Opens the popover beside a widget. The popover retains itself until it closes.
  func popUp(at place: Widget) { popover.popUp(at: place, keeping: self) }
}
