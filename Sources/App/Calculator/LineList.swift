// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The lines in order. A long list has rows only near the visible and edited lines, and gaps for all other lines.
@MainActor
final class LineList {
  static let mostRows = 60
  /// Rows exist for `reach` lines above and below the visible lines. When fewer than `leastReach` are left, adds rows.
  private static let (reach, leastReach) = (12, 4)
  private static let usualHeight = 50

  enum Action: Equatable, Sendable {
    case chosen(Int)
    case entered
    case moved(Int, onto: Int)
    case turned(Int)
    case movedUp
    case movedDown
    case removed
  }

  @Child("lines_place") var widget: Scroller
  @Child("lines") private var list: ListBox
  let edited: ActiveLine
  /// The rows in the order of their lines. The edited line has no row in this list.
  private(set) var rows: [LineRow] = []
  /// The number of rows that were created since the window opened.
  private(set) var built = 0
  /// Unused rows. They are reused, because creating rows makes scrolling in a long list slow.
  private var spare: [LineRow] = []
  private var gaps: [RowGap] = []
  private var lines: [CalculatorViewState.Line] = []
  private var active = 0
  /// The lines of a long list that have rows, except the edited line.
  private var near: [Range<Int>] = []
  private var parts: [Part] = [.edited]
  /// Whether the user has scrolled since the edited line was last made visible.
  private(set) var isScrolledAway = false
  private var isRendering = false
  private var takesDrops = false
  var onAction: @MainActor @Sendable (Action) -> Void = { _ in }
  var openMenu: @MainActor @Sendable (Int, Widget) -> Void = { _, _ in }

  init(_ builder: Builder) throws(BuilderError) {
    edited = try ActiveLine(builder)
    try builder.bind(self)
    edited.onSign { [weak self] id in self?.onAction(.turned(id)) }
    edited.onMenu { [weak self] id, place in self?.openMenu(id, place) }
    list.onSelect { [weak self] index in
      guard let self, !isRendering, parts.indices.contains(index), case .row(let row) = parts[index] else { return }
      onAction(.chosen(row.id))
    }
    list.onActivate { [weak self] _ in self?.onAction(.entered) }
    list.onKey { [weak self] key in self?.pressed(key) ?? false }
    list.onKey(first: true) { [weak self] key in self?.paged(key) ?? false }
    // The height changes during a layout that has already placed the rows, so a task updates them after the layout.
    widget.onExtentChange { [weak self] in
      Task {
        self?.scrollToActive()
        self?.fillVisibleArea()
      }
    }
    widget.onScroll { [weak self] in Task { self?.fillVisibleArea() } }
    widget.onUserScroll { [weak self] in self?.isScrolledAway = true }
  }

  var place: Int { list.place(of: edited.row) }

  private var isLong: Bool { lines.count > Self.mostRows }

  func render(_ lines: [CalculatorViewState.Line], active: Int) {
    isRendering = true
    defer { isRendering = false }
    let isMoved = active != self.active || lines.count != self.lines.count
    let hadFocus = rows.contains { $0.row.hasFocus }
    if lines.count != self.lines.count { near = [] }
    (self.lines, self.active) = (lines, active)
    if lines.count > 1 { takeDrops() }
    showRows()
    edited.render(lines.indices.contains(active) ? lines[active] : nil)
    guard isMoved else { return }
    list.setAccessibleLabel(lines.isEmpty ? tr("Amount") : tr("Lines"))
    list.select(edited.row)
    if hadFocus { edited.row.grabFocus() }
    revealActive()
  }

  /// Lets the user drag lines onto each other. Runs only when a second line appears, to keep the start fast.
  private func takeDrops() {
    guard !takesDrops else { return }
    takesDrops = true
    edited.onDrop { [weak self] from, to in self?.onAction(.moved(from, onto: to)) }
  }

  /// The list's minimum height in pixels. It is at most the edited line's height, so that no other line is cut off.
  var leastHeight = 76 { didSet { fitLeast() } }

  private func fitLeast() {
    widget.requestContentHeight(rows.isEmpty ? leastHeight : min(edited.row.height, leastHeight))
  }

  func revealActive() {
    isScrolledAway = false
    // Scrolls after the next layout, because new rows have no position before it.
    list.afterFirstFrame { [weak self] in
      guard let self else { return }
      fitLeast()
      scrollToActive()
    }
  }

  private func scrollToActive() {
    guard !isScrolledAway else { return }
    widget.reveal(edited.row, in: list)
    fillVisibleArea()
  }

  /// Handles the keys of a focused row. The amount field handles its keys itself.
  private func pressed(_ key: KeyPress) -> Bool {
    guard edited.row.hasFocus || rows.contains(where: { $0.row.hasFocus }) else { return false }
    switch (key.name, key.hasAlt) {
    case ("Delete", false), ("KP_Delete", false), ("BackSpace", false): onAction(.removed)
    case ("Up", true), ("KP_Up", true): onAction(.movedUp)
    case ("Down", true), ("KP_Down", true): onAction(.movedDown)
    default: return false
    }
    return true
  }
}

extension LineList {
  private enum Part: Equatable {
    case edited
    case row(LineRow)
    case gap(RowGap)

    static func == (one: Part, other: Part) -> Bool {
      switch (one, other) {
      case (.edited, .edited): true
      case (.row(let one), .row(let other)): one === other
      case (.gap(let one), .gap(let other)): one === other
      default: false
      }
    }
  }

  private func fillVisibleArea() {
    guard isLong, !isRendering else { return }
    isRendering = true
    defer { isRendering = false }
    showRows()
  }

  /// Shows the lines in rows. A line keeps its row. Only the rows of new and changed lines are updated.
  private func showRows() {
    let indices = linesWithRows()
    let wanted = Set(indices.map { lines[$0].id })
    var (known, free) = ([Int: LineRow](), [LineRow]())
    for row in rows {
      if wanted.contains(row.id), known[row.id] == nil { known[row.id] = row } else { free.append(row) }
    }
    rows = indices.compactMap { index in
      guard let row = known.removeValue(forKey: lines[index].id) ?? free.popLast() ?? inserted() else { return nil }
      row.render(lines[index])
      return row
    }
    for row in free {
      list.remove(row.row)
      if isLong { spare.append(row) }
    }
    if !isLong { spare = [] }
    arrange(indices)
  }

  private func inserted() -> LineRow? {
    guard let row = spare.popLast() ?? made() else { return nil }
    list.insert(row.row)
    return row
  }

  private func made() -> LineRow? {
    built += 1
    return try? LineRow(
      onMenu: { [weak self] id, place in self?.openMenu(id, place) },
      onDrop: { [weak self] from, to in self?.onAction(.moved(from, onto: to)) })
  }

  private func arrange(_ indices: [Int]) {
    guard rows.count == indices.count else { return }
    let (height, active) = (rowHeight, min(self.active, max(lines.count - 1, 0)))
    var (shown, next, gap) = ([Part](), 0, 0)
    func skip(to end: Int) {
      guard end > next else { return }
      if gap == gaps.count {
        gaps.append(RowGap())
        list.insert(gaps[gap])
      }
      gaps[gap].replace(end - next, height: height)
      shown.append(.gap(gaps[gap]))
      gap += 1
    }
    var others = zip(indices, rows).makeIterator()
    var other = others.next()
    while other != nil || next <= active {
      if let (index, row) = other, index < active || next > active {
        skip(to: index)
        shown.append(.row(row))
        (next, other) = (index + 1, others.next())
      } else {
        skip(to: active)
        shown.append(.edited)
        next = active + 1
      }
    }
    skip(to: lines.count)
    for unused in gaps.dropFirst(gap) { list.remove(unused) }
    gaps.removeLast(gaps.count - gap)
    guard shown != parts else { return }
    parts = shown
    list.order(
      shown.map { part -> Widget in
        switch part {
        case .edited: edited.row
        case .row(let row): row.row
        case .gap(let gap): gap
        }
      })
  }
}

extension LineList {
  private var rowHeight: Int { rows.first?.row.naturalHeight ?? Self.usualHeight }

  private func linesWithRows() -> [Int] {
    guard isLong else { return lines.indices.filter { $0 != active } }
    let (seen, edited) = (visibleLines, active..<(active + 1))
    let needed = [seen, edited].map { widened($0, by: Self.leastReach) }
    if !needed.allSatisfy({ part in near.contains { $0.clamped(to: part) == part } }) {
      // Includes the lines around the edited line, because the list may scroll there before the next layout.
      near = Self.joined(widened(seen, by: Self.reach), widened(edited, by: max(Self.reach, seen.count)))
    }
    return near.flatMap { $0 }.filter { $0 != active }
  }

  private func widened(_ range: Range<Int>, by more: Int) -> Range<Int> {
    max(range.lowerBound - more, 0)..<min(range.upperBound + more, lines.count)
  }

  private static func joined(_ one: Range<Int>, _ other: Range<Int>) -> [Range<Int>] {
    let (first, last) = one.lowerBound <= other.lowerBound ? (one, other) : (other, one)
    guard first.upperBound >= last.lowerBound else { return [first, last] }
    return [first.lowerBound..<max(first.upperBound, last.upperBound)]
  }

  /// The lines at the scroll position. The range is calculated, because new rows have no position yet.
  private var visibleLines: Range<Int> {
    let (height, own) = (Double(max(rowHeight, 1)), Double(edited.row.naturalHeight))
    let line = { [active, lines] (offset: Double) in
      let top = Double(active) * height
      let index = offset < top ? offset / height : offset < top + own ? Double(active) : (offset - own) / height + 1
      return min(max(Int(index), 0), lines.count - 1)
    }
    return line(widget.offset)..<(line(widget.offset + widget.page) + 1)
  }

  /// Selects a line by Home, End or a page key. GTK can't do this in a long list, because some lines have no row.
  private func paged(_ key: KeyPress) -> Bool {
    guard isLong, !key.hasAlt, !key.hasControl, edited.row.hasFocus || rows.contains(where: { $0.row.hasFocus }) else {
      return false
    }
    let page = max(visibleLines.count - 1, 1)
    let target: Int
    switch key.name {
    case "Home", "KP_Home": target = 0
    case "End", "KP_End": target = lines.count - 1
    case "Page_Up", "KP_Page_Up": target = max(active - page, 0)
    case "Page_Down", "KP_Page_Down": target = min(active + page, lines.count - 1)
    default: return false
    }
    if target != active { onAction(.chosen(lines[target].id)) }
    return true
  }
}

@MainActor
final class LineRow {
  static let kind = "kurs-line"

  @Child("row") var row: Widget
  @Child("sign") private var sign: Label
  @Child("amount") private var amount: NumberLabel
  @Child("code") private var code: Label
  @Child("value") var value: NumberLabel
  @Child("detail") private var detail: Label
  @Child("menu") private var menu: Button
  private var shown = CalculatorViewState.Line(id: 0)
  var id: Int { shown.id }

  init(
    onMenu: @escaping @MainActor @Sendable (Int, Widget) -> Void,
    onDrop: @escaping @MainActor @Sendable (_ from: Int, _ to: Int) -> Void
  ) throws(BuilderError) {
    try Builder(ui: "line-row").bind(self)
    row.speakForLabels()
    let open: @MainActor @Sendable () -> Void = { [weak self] in
      if let self { onMenu(shown.id, menu) }
    }
    menu.onClick(open)
    row.onContextPress(open)
    row.beDragged(kind: Self.kind) { [weak self] in String(self?.shown.id ?? 0) }
    row.onDrop(kind: Self.kind) { [weak self] dropped in
      guard let self, let id = Int(dropped), id != shown.id else { return }
      onDrop(id, shown.id)
    }
  }

  func render(_ state: CalculatorViewState.Line) {
    guard state != shown else { return }
    shown = state
    sign.text = state.sign
    // The left-to-right mark keeps the parts of a sum in order in right-to-left languages.
    amount.show("\u{200E}" + ReadingOrder.held(state.amount), brief: state.amountBrief)
    amount.leaveSpace(like: state.amountTail)
    code.text = state.code
    value.show(state.value, brief: state.brief)
    value.leaveSpace(like: state.valueTail)
    value.style("error", state.problem != nil)
    row.setTooltip(state.problem ?? "")
    detail.text = state.detail
    detail.isVisible = !state.detail.isEmpty
    detail.style("own-rate", state.isOwnRate)
    row.setAccessibleLabel(state.spoken)
    menu.setAccessibleLabel(tr("Menu of {line}", ["line": state.spoken]))
  }
}

/// The line that the user edits: the amount field, and widgets for the parts that other rows show as text.
@MainActor
final class ActiveLine {
  @Child("active_line") var row: Widget
  @Child("sign") private var sign: Button
  @Child("sign_text") private var signText: Label
  @Child("line_foot") private var foot: Widget
  @Child("line_detail") private var detail: Label
  @Child("amount") private var amount: Entry
  @Child("line_value") var value: NumberLabel
  @Child("line_menu") private var menu: Button
  private var shown: CalculatorViewState.Line?

  init(_ builder: Builder) throws(BuilderError) {
    try builder.bind(self)
  }

  func onSign(_ pressed: @escaping @MainActor @Sendable (Int) -> Void) {
    sign.onClick { [weak self] in if let id = self?.shown?.id { pressed(id) } }
  }

  func onMenu(_ opened: @escaping @MainActor @Sendable (Int, Widget) -> Void) {
    menu.onClick { [weak self] in if let self, let shown { opened(shown.id, menu) } }
  }

  func onDrop(_ moved: @escaping @MainActor @Sendable (_ from: Int, _ to: Int) -> Void) {
    sign.beDragged(kind: LineRow.kind, whole: row) { [weak self] in String(self?.shown?.id ?? 0) }
    row.onDrop(kind: LineRow.kind) { [weak self] dropped in
      guard let id = Int(dropped), let own = self?.shown?.id, id != own else { return }
      moved(id, own)
    }
  }

  /// Shows the parts of the edited line, such as its sign. Nil hides them, because a single amount doesn't need them.
  func render(_ state: CalculatorViewState.Line?) {
    guard state != shown else { return }
    for part in [sign, menu, foot] { part.isVisible = state != nil }
    amount.leaveSpace(like: state?.amountTail ?? "", usual: 130)
    if let state { fill(state) }
    row.setAccessibleLabel(state?.spoken ?? tr("Amount"))
    row.setTooltip(state?.problem ?? "")
    shown = state
  }

  private func fill(_ line: CalculatorViewState.Line) {
    signText.text = line.sign
    let isAdded = line.sign != "−"
    sign.setTooltip(isAdded ? tr("Subtract Instead") : tr("Add Instead"))
    sign.setAccessibleLabel(isAdded ? tr("plus") : tr("minus"))
    menu.setAccessibleLabel(tr("Menu of {line}", ["line": line.spoken]))
    detail.text = line.detail
    detail.isVisible = !line.detail.isEmpty
    detail.style("own-rate", line.isOwnRate)
    value.isVisible = !line.value.isEmpty && line.problem == nil
    value.show(line.value, brief: line.brief)
    value.leaveSpace(like: line.valueTail)
    foot.isVisible = detail.isVisible || value.isVisible
  }
}
