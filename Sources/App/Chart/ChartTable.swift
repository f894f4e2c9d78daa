// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ChartTable {
  private struct Ground: Equatable {
    let revision: Int
    let window: DaySpan
    let period: AveragePeriod?
  }

  private let list: ListView
  private let head: BoxContainer
  private let words: Words
  private let columns = ChartColumns()
  private var heading: Widget?
  private var titles: [String] = []
  private(set) var content = ChartTableContent()
  private var filled: Ground?

  init(_ list: ListView, head: BoxContainer, _ words: Words) {
    self.list = list
    self.head = head
    self.words = words
    ShrinkToFit.install(on: head)
    list.setRows(
      areRead: true, make: { [columns] in ChartRow(columns) },
      fill: { [weak self] row, index in
        guard let self, content.rows.indices.contains(index) else { return false }
        row.show(content.texts(of: index, words))
        return false
      })
  }

  func render(_ state: ChartState, isShown: Bool) {
    let ground = Ground(revision: state.revision, window: state.window, period: state.averagePeriod)
    guard isShown, ground != filled else { return }
    let isSameShape = filled?.period == ground.period
    filled = ground
    let order = content.order
    content = ChartTableContent(state)
    if isSameShape { content.sort(by: order) }
    show()
  }

  func copy(of state: ChartState) -> CopiedTable {
    render(state, isShown: true)
    return content.copy(words)
  }

  private func show() {
    let titles = content.titles(words)
    if titles != self.titles || heading == nil { makeHeading(titles) }
    list.show(count: content.rows.count)
  }

  private func makeHeading(_ titles: [String]) {
    self.titles = titles
    if let heading { head.remove(heading) }
    let row = BoxContainer(vertical: false, spacing: 12)
    row.style("chart-heads", true)
    for (column, title) in titles.enumerated() {
      let label = Label(text: title)
      if column > 0 { label.alignEnd() } else { label.alignStart() }
      let button = Button(child: label)
      button.style("flat", true)
      button.setAccessibleLabel(tr("Sort by {column}", ["column": content.name(of: column, words)]))
      button.onClick { [weak self] in self?.sort(column) }
      if column > 0 { button.expandAcross() }
      columns.add(button, to: column)
      row.append(button)
    }
    head.append(row)
    heading = row
  }

  private func sort(_ column: Int) {
    content.sort(by: .init(column: column, isDescending: content.order.column == column && !content.order.isDescending))
    show()
  }
}

@MainActor
final class ChartColumns {
  /// The maximum number of columns. The first shows the day or period, the others show values.
  static let most = 6

  private let groups = (0..<most).map { _ in SizeGroup() }

  func add(_ widget: Widget, to column: Int) { groups[column].add(widget) }
}

@MainActor
private final class ChartRow: Cell {
  let widget: Widget
  private let labels: [Label]

  init(_ columns: ChartColumns) {
    let row = BoxContainer(vertical: false, spacing: 12)
    row.style("chart-row", true)
    labels = (0..<ChartColumns.most).map { column in
      let label = Label(text: "")
      if column > 0 { label.alignEnd() } else { label.alignStart() }
      label.style("numeric", true)
      if column > 0 { label.expandAcross() }
      columns.add(label, to: column)
      row.append(label)
      return label
    }
    let room = BoxContainer(vertical: false, spacing: 0)
    room.append(row)
    ShrinkToFit.install(on: room)
    widget = room
    widget.speakForLabels()
  }

  var spoken: String { labels.filter(\.isVisible).map(\.text).joined(separator: tr(", ")) }

  func show(_ texts: [String]) {
    for (column, label) in labels.enumerated() {
      label.isVisible = column < texts.count
      if column < texts.count { label.text = texts[column] }
    }
  }
}

struct ChartTableContent: Equatable {
  enum Column: Equatable {
    case days
    case rate(Int)
    case change
    case last
    case low
    case high
  }

  struct Row: Equatable {
    let days: ClosedRange<Day>
    let values: [Rational?]
  }

  struct Order: Equatable {
    var column = 0
    var isDescending = true
  }

  private(set) var columns: [Column] = [.days]
  private(set) var rows: [Row] = []
  private(set) var order = Order()
  private var period: AveragePeriod?
  private var lines: [ChartLine] = []

  init() {}

  init(_ state: ChartState) {
    period = state.averagePeriod
    lines = state.lines
    let rates = lines.indices.map { Column.rate($0) }
    let isSingle = lines.count == 1
    if period == nil {
      columns = [.days] + rates + (isSingle ? [.change] : [])
      rows = Self.days(of: state)
    } else {
      columns = [.days] + rates + (isSingle ? [.low, .high, .last] : [])
      rows = Self.periods(of: state)
    }
    sort(by: order)
  }

  /// Sorts the rows. Rows without a value in the sorted column come last in either order.
  mutating func sort(by order: Order) {
    self.order = columns.indices.contains(order.column) ? order : Order()
    let (column, isDescending) = (self.order.column, self.order.isDescending)
    rows.sort { a, b in
      if column > 0, let one = a.values[column - 1], let other = b.values[column - 1], one != other {
        return isDescending ? one > other : one < other
      }
      if column > 0, (a.values[column - 1] == nil) != (b.values[column - 1] == nil) {
        return b.values[column - 1] == nil
      }
      return isDescending || column > 0
        ? a.days.lowerBound > b.days.lowerBound : a.days.lowerBound < b.days.lowerBound
    }
  }

  private static func days(of state: ChartState) -> [Row] {
    let days = Set(state.lines.flatMap { line in line.indices(in: state.window).map { line.days[$0] } })
    return days.map { day in
      var values = state.lines.map { line -> Rational? in
        guard let index = line.last(onOrBefore: day), day - line.days[index] <= state.provider.carryLimit else {
          return nil
        }
        return line.rate(at: index)
      }
      if state.lines.count == 1 { values.append(state.lines[0].changeSinceTheOneBefore(day)) }
      return Row(days: day...day, values: values)
    }
  }

  private static func periods(of state: ChartState) -> [Row] {
    if state.lines.count == 1 {
      return (state.averages.first ?? []).map {
        Row(days: $0.days, values: [$0.mean, $0.lowest.rate, $0.highest.rate, $0.end.rate])
      }
    }
    // The averages of several lines are matched by month, because banks publish on different days.
    return Set(state.averages.joined().map(month)).compactMap { each in
      let found = state.averages.map { line in line.first { month($0) == each } }
      guard let days = found.compactMap({ $0?.days }).first else { return nil }
      return Row(days: days, values: found.map { $0?.mean })
    }
  }

  private static func month(_ period: Average) -> Int {
    let first = period.days.lowerBound.civil
    return first.year * 12 + first.month
  }
}

extension ChartTableContent {
  func titles(_ words: Words) -> [String] {
    columns.indices.map { column in
      let name = name(of: column, words)
      guard column == order.column else { return name }
      return name + (order.isDescending ? " ↓" : " ↑")
    }
  }

  func name(of column: Int, _ words: Words) -> String {
    switch columns[column] {
    case .days: period == nil ? tr("Date") : tr("Period")
    case .rate(let line): period != nil && lines.count == 1 ? tr("Average") : lines[line].currency.code
    case .change: tr("Change")
    case .last: tr("Last")
    case .low: tr("Low")
    case .high: tr("High")
    }
  }

  func texts(of row: Int, _ words: Words) -> [String] {
    let row = rows[row]
    return zip(columns, [nil] + row.values).map { column, value in
      switch column {
      case .days: words.name(of: row.days, period)
      case .change: value.map { words.change($0) } ?? "–"
      case .rate(let line): value.map { words.rate($0, of: lines[line]) } ?? "–"
      case .last, .low, .high: value.map { words.rate($0, of: lines[0]) } ?? "–"
      }
    }
  }

  func copy(_ words: Words) -> CopiedTable {
    var names = columns.indices.map { name(of: $0, words) }
    if period != nil { names.insert(tr("Date"), at: 1) }
    let body = rows.map { row -> [CopiedTable.Cell] in
      let values = zip(columns.dropFirst(), row.values).map { column, value -> CopiedTable.Cell in
        guard let value else { return .empty }
        return column == .change ? .percent(value) : .number(value)
      }
      let name = period.map { [CopiedTable.Cell.text(words.name(of: row.days, $0))] } ?? []
      return name + [.day(row.days.lowerBound)] + values
    }
    return CopiedTable([names.map { CopiedTable.Cell.text($0) }] + body)
  }
}

extension ChartLine {
  /// Returns the change since the previous observation, as a fraction. Nil on the first day and after a gap.
  fileprivate func changeSinceTheOneBefore(_ day: Day) -> Rational? {
    guard let index = last(onOrBefore: day), let run = runs.first(where: { $0.contains(index) }),
      index > run.lowerBound
    else { return nil }
    return ChartStatistics.change(from: rate(at: index - 1), to: rate(at: index))
  }
}
