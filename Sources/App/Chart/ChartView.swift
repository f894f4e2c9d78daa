// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ChartView {
  @Child("view") var widget: Widget
  let area: ChartArea
  @Child("headline") private var headline: Label
  @Child("trend") private var trend: Label
  let chips: ChartChips
  @Child("compare") var compare: Button
  @Child("reading") private var reading: Label
  @Child("zoom_here") private var zoomHere: Button
  @Child("unmark") private var unmark: Button
  @Child("back") private var back: Button
  /// The toasts appear over the plot, where they cover no number and move nothing.
  @Child("toasts") var toasts: ToastOverlay
  @Child("stack") private var stack: Stack
  @Child("empty") private var empty: StatusPage
  @Child("figures") private var figures: Widget
  private let table: ChartTable
  private let periods: [AveragePeriod?: ToggleButton]
  private let statistics: ChartStatisticsGrid
  private let ranges: [ChartRange: ToggleButton]
  @Child("dates") private var dates: Button
  private let words: Words
  private var state: ChartState?
  private var shown = ChartViewState()
  private var isRendering = false
  private var watch: AppearanceWatch?
  private let send: @MainActor @Sendable (ChartIntent) -> Void
  private(set) var isTable = false

  init(_ words: Words, send: @escaping @MainActor @Sendable (ChartIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "chart-view")
    chips = ChartChips(try builder.object("chips")) { send(.removePressed($0)) }
    table = ChartTable(try builder.object("table"), head: try builder.object("table_head"), words)
    statistics = try ChartStatisticsGrid(builder)
    for room in ["headline_room", "figures", "ranges_room", "periods_room"] {
      ShrinkToFit.install(on: try builder.object(room, as: Widget.self))
    }
    FirstFit.install(on: try builder.object("reading_room", as: Widget.self))
    area = ChartArea(try builder.object("area"), words, alert: { send(.alertPressed($0)) }) {
      send(.event($0))
    }
    var ranges: [ChartRange: ToggleButton] = [:]
    for range in ChartRange.allCases {
      let button: ToggleButton = try builder.object("range_\(range.rawValue)")
      button.label = inOwnDigits(button.label)
      ranges[range] = button
    }
    self.ranges = ranges
    var periods: [AveragePeriod?: ToggleButton] = [nil: try builder.object("by_day")]
    for period in AveragePeriod.allCases { periods[period] = try builder.object("by_\(period.rawValue)") }
    self.periods = periods
    self.words = words
    self.send = send
    try builder.bind(self)
    connect()
    watch = Appearance.onChange { [weak self] in self?.followStyle() }
    followStyle()
  }

  func render(_ state: ChartState) {
    isRendering = true
    defer { isRendering = false }
    let view = ChartViewState(state, words)
    self.state = state
    renderHeadline(view)
    reading.text = view.reading
    area.area.setAccessibleLabel(view.reading)
    area.area.setAccessibleDescription(view.description)
    for (range, button) in ranges { button.isActive = range == view.range }
    for (period, button) in periods where period == state.averagePeriod { button.isActive = true }
    statistics.render(view.statistics)
    zoomHere.isVisible = view.isMarked
    unmark.isVisible = view.isMarked
    back.isVisible = view.canGoBack
    if let sentence = view.empty { empty.setDescription(sentence) }
    shown = view
    showPage()
    area.render(state)
    table.render(state, isShown: stack.page == "table")
  }

  func render(_ alerts: AlertsState) {
    area.alerts = state.map { alerts.heights(of: $0.subject) } ?? []
  }

  var copiedTable: CopiedTable { state.map { table.copy(of: $0) } ?? CopiedTable([]) }

  func showTable(_ isTable: Bool) {
    self.isTable = isTable
    showPage()
    if let state { table.render(state, isShown: stack.page == "table") }
  }

  private func renderHeadline(_ view: ChartViewState) {
    headline.text = view.headline
    headline.isVisible = !view.headline.isEmpty
    trend.text = view.change
    trend.isVisible = !view.change.isEmpty
    trend.style("up", view.trend == .up)
    trend.style("down", view.trend == .down)
    chips.render(view.chips)
    compare.isSensitive = view.canCompare
    compare.setTooltip(
      view.canCompare
        ? tr("Compare with another currency")
        : trn("A chart shows at most {n} line.", "A chart shows at most {n} lines.", ChartSubject.mostLines))
  }

  private func showPage() {
    stack.page = shown.empty != nil ? "empty" : isTable ? "table" : "chart"
    figures.isVisible = shown.empty == nil
  }

  private func followStyle() { widget.style("dark", Appearance.isDark) }

  private func connect() {
    let send = self.send
    compare.onClick { send(.comparePressed) }
    zoomHere.onClick { send(.event(.zoomedToMarks)) }
    unmark.onClick { send(.event(.marked(nil))) }
    back.onClick { send(.event(.wentBack)) }
    for (range, button) in ranges {
      button.onToggle { [weak self, weak button] in
        guard let self, let button, !isRendering, button.isActive else { return }
        send(.event(.rangeChosen(range)))
        area.area.grabFocus()
      }
    }
    for (period, button) in periods {
      button.onToggle { [weak self, weak button] in
        guard let self, let button, !isRendering, button.isActive else { return }
        send(.event(.averagesChosen(period)))
      }
    }
    dates.onClick { [weak self] in self?.chooseDates() }
  }

  private func chooseDates() {
    guard let state else { return }
    let send = self.send
    let popover = try? ChartDatesPopover(state.window) { send(.event(.windowChosen($0))) }
    popover?.popUp(at: dates)
  }
}

@MainActor
final class ChartChips {
  private let box: BoxContainer
  private(set) var buttons: [Button] = []
  private var shown: [Currency] = []
  private let removed: @MainActor @Sendable (Currency) -> Void

  init(_ box: BoxContainer, removed: @escaping @MainActor @Sendable (Currency) -> Void) {
    self.box = box
    self.removed = removed
  }

  func render(_ currencies: [Currency]) {
    guard currencies != shown else { return }
    shown = currencies
    for button in buttons { box.remove(button) }
    buttons = currencies.enumerated().map { number, currency in
      let content = BoxContainer(vertical: false, spacing: 8)
      let code = Label(text: currency.code)
      code.style("series-\(number)", true)
      code.style("heading", true)
      content.append(code)
      content.append(Label(text: "✕"))
      let button = Button(child: content)
      button.style("chip", true)
      button.setAccessibleLabel(tr("Remove {code}", ["code": currency.code]))
      button.setTooltip(tr("Remove {code}", ["code": currency.code]))
      button.keepFocusOnClick()
      button.onClick { [removed] in removed(currency) }
      box.append(button)
      return button
    }
    box.isVisible = !currencies.isEmpty
  }
}

@MainActor
private final class ChartDatesPopover {
  @Child("popover") private var popover: Popover
  @Child("first") private var first: Entry
  @Child("last") private var last: Entry
  @Child("calendar") private var calendar: Calendar
  private let problem: DateProblem
  /// The date field that a click in the calendar fills. It is the last field that had the focus.
  private lazy var target = first
  private let chosen: @MainActor @Sendable (DaySpan) -> Void

  init(_ span: DaySpan, chosen: @escaping @MainActor @Sendable (DaySpan) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "chart-dates")
    problem = DateProblem(try builder.object("problem"))
    self.chosen = chosen
    try builder.bind(self)
    for entry in [first, last] { entry.keepOwnDigits() }
    (first.text, last.text) = (span.first.typable, span.last.typable)
    calendar.nameArrows()
    calendar.day = span.first
    for entry in [first, last] {
      entry.onChange { [weak self, weak entry] in entry.map { self?.typed(in: $0) } }
      entry.onActivate { [weak self] in self?.confirm() }
      entry.onFocusLeave { [weak self, weak entry] in entry.map { self?.target = $0 } }
    }
    calendar.onChoose { [weak self] in self.map { $0.calendar.tell($0.target) } }
    try builder.object("show", as: Button.self).onClick { [weak self] in self?.confirm() }
  }

  func popUp(at place: Widget) {
    popover.popUp(at: place, keeping: self)
    first.grabFocus()
    first.selectAll()
  }

  private func typed(in entry: Entry) {
    problem.leave(entry)
    target = entry
    if let day = Day(typed: entry.text) { calendar.day = day }
  }

  private func confirm() {
    guard let first = problem.day(in: first), let last = problem.day(in: last) else { return }
    chosen(DaySpan(first: first, last: last))
    popover.popDown()
  }
}

@MainActor
private final class ChartStatisticsGrid {
  private static let columns = ["code", "change", "low", "high", "mean", "last"]

  private let columns: [BoxContainer]
  private var rows: [[Label]] = []

  init(_ builder: Builder) throws(BuilderError) {
    var columns: [BoxContainer] = []
    for name in Self.columns { columns.append(try builder.object("column_\(name)")) }
    self.columns = columns
  }

  func render(_ statistics: [ChartViewState.Statistics]) {
    while rows.count < statistics.count { rows.append(makeRow()) }
    for (row, figures) in zip(rows, statistics) {
      let texts = [figures.code, figures.change, figures.low, figures.high, figures.mean, figures.last]
      for (label, text) in zip(row, texts) {
        label.text = text
        label.setTooltip(figures.spoken)
      }
    }
    for (number, row) in rows.enumerated() {
      for label in row { label.isVisible = number < statistics.count }
    }
  }

  private func makeRow() -> [Label] {
    zip(Self.columns, columns).map { name, column in
      let label = Label(text: "")
      if name == "code" { label.alignStart() } else { label.alignEnd() }
      label.style(name == "code" ? "heading" : "numeric", true)
      if name == "code" { label.style("series-\(rows.count)", true) }
      column.append(label)
      return label
    }
  }
}
