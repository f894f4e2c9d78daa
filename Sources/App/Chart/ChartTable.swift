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
