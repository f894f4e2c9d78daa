// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursGtk
import KursModel
import KursWorkflow

/// The chart window: shows a state, passes on what a person does, decides nothing.
@MainActor
final class ChartWindow {
  let window: Window
  let area: ChartArea
  let menu: MenuButton
  private let toasts: ToastOverlay
  private let base: Button
  private let counter: Button
  private let baseLabel: Label
  private let counterLabel: Label
  private let reading: Label
  private let stack: Stack
  private let empty: StatusPage
  private let tableButton: ToggleButton
  private let table: ChartTable
  private let statistics: ChartStatisticsGrid
  private let ranges: [ChartRange: ToggleButton]
  private let words: Words
  private var state: ChartState?
  private var shown = ChartViewState()
  private var isRendering = false
  private let send: @MainActor @Sendable (ChartIntent) -> Void

  init(_ words: Words, send: @escaping @MainActor @Sendable (ChartIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.chart, domain: Paths.domain)
    window = try builder.object("window")
    toasts = try builder.object("toasts")
    base = try builder.object("base")
    counter = try builder.object("counter")
    baseLabel = try builder.object("base_label")
    counterLabel = try builder.object("counter_label")
    reading = try builder.object("reading")
    stack = try builder.object("stack")
    empty = try builder.object("empty")
    tableButton = try builder.object("table_button")
    table = ChartTable(try builder.object("table"), words)
    menu = try builder.object("menu")
    statistics = try ChartStatisticsGrid(builder)
    for room in ["figures", "ranges_room", "pair_room"] { ShrinkToFit.take(over: try builder.object(room, as: Widget.self)) }
    area = ChartArea(try builder.object("area"), words) { send(.event($0)) }
    var ranges: [ChartRange: ToggleButton] = [:]
    for range in ChartRange.allCases { ranges[range] = try builder.object("range_\(range.rawValue)") }
    self.ranges = ranges
    self.words = words
    self.send = send
    connect(swap: try builder.object("swap"))
  }

  func render(_ state: ChartState) {
    isRendering = true
    defer { isRendering = false }
    let view = ChartViewState(state, words)
    self.state = state
    if view.title != shown.title { renderPair(view) }
    if view.reading != shown.reading {
      reading.text = view.reading
      area.area.setAccessibleLabel(view.reading)
    }
    if view.description != shown.description { area.area.setAccessibleDescription(view.description) }
    if view.range != shown.range || shown.title.isEmpty {
      for (range, button) in ranges { button.isActive = range == view.range }
    }
    if view.statistics != shown.statistics { statistics.render(view.statistics) }
    renderMarks(state.options)
    if let sentence = view.empty { empty.setDescription(sentence) }
    shown = view
    showPage()
    area.render(state)
    table.render(state, isShown: stack.page == "table")
  }

  /// Shows one sentence at the foot of the window.
  func toast(_ sentence: String) { toasts.show(sentence) }

  /// The line that says what the cross-hair stands on, or the days in sight.
  var said: String { reading.text }

  /// Shows it for the first time, ready for the keys.
  func present() {
    window.present()
    area.area.grabFocus()
  }

  private func renderPair(_ view: ChartViewState) {
    window.setTitle(tr("{pair} – Kurs", ["pair": view.title]))
    baseLabel.text = view.base
    base.setAccessibleLabel(tr("First currency: {code}", ["code": view.base]))
    counterLabel.text = view.counters
    counter.setAccessibleLabel(tr("Counted in: {code}", ["code": view.counters]))
  }

  private func renderMarks(_ options: ChartOptions) {
    window.setSwitch("chart-log", options.isLogarithmic)
    window.setSwitch("chart-rebased", options.isRebased)
    for span in ChartOptions.spans {
      window.setSwitch("chart-average-\(span)", options.averages.contains(span))
    }
    window.setChoice("chart-period", ChartPeriodChoice(options).rawValue)
  }

  private func showPage() {
    let page = shown.empty != nil ? "empty" : tableButton.isActive ? "table" : "chart"
    if stack.page != page { stack.page = page }
  }
}

extension ChartWindow {
  private func connect(swap: Button) {
    let send = self.send
    base.onClick { send(.basePressed) }
    counter.onClick { send(.counterPressed) }
    swap.onClick { send(.swapPressed) }
    for (range, button) in ranges {
      button.onToggle { [weak self, weak button] in
        guard let self, let button, !isRendering, button.isActive else { return }
        send(.event(.rangeChosen(range)))
        area.area.grabFocus()
      }
    }
    tableButton.onToggle { [weak self] in
      guard let self else { return }
      showPage()
      if let state { table.render(state, isShown: tableButton.isActive) }
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

  private func run(_ action: ChartAction) {
    switch action {
    case .compare: send(.comparePressed)
    case .stopComparing: send(.stopComparing)
    case .swap: send(.swapPressed)
    case .zoomIn: send(.event(.zoomed(permille: 800, around: nil)))
    case .zoomOut: send(.event(.zoomed(permille: 1250, around: nil)))
    case .resetZoom: send(.event(.reset))
    case .showTable: tableButton.isActive.toggle()
    case .exportPNG: send(.export(.png))
    case .exportSVG: send(.export(.svg))
    case .exportCSV: send(.export(.csv))
    case .copyImage: send(.copyImage)
    case .print: send(.print)
    }
  }
}
