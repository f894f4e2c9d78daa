// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

@MainActor
final class ChartColumns {
  /// The maximum number of columns. The first shows the day or period, the others show values.
  static let most = 6

  private let groups = (0..<most).map { _ in SizeGroup() }

  func add(_ widget: Widget, to column: Int) { groups[column].add(widget) }
}

@MainActor
final class ChartRow: Cell {
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
