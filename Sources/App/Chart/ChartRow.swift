// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// One day of the table view.
@MainActor
final class ChartRow: Cell {
  let widget: Widget
  private let day: Label
  private let values: [Label]
  private let change: Label

  init() throws(BuilderError) {
    let builder = try Builder(resource: Paths.chartRow, domain: Paths.domain)
    widget = try builder.object("row")
    day = try builder.object("day")
    var values: [Label] = []
    for number in 0..<ChartSubject.mostLines { values.append(try builder.object("value_\(number)")) }
    self.values = values
    change = try builder.object("change")
  }

  func show(_ reading: ChartReading, of lines: [ChartLine], _ words: Words) {
    day.text = words.date(reading.day)
    for (label, line) in zip(values, lines) {
      let value = reading.values.first { $0.currency == line.currency }
      label.text = value.map { words.rate($0.rate, of: line) } ?? "–"
    }
    for (number, label) in values.enumerated() { label.isVisible = number < lines.count }
    change.text = reading.values.first?.change.map { words.change($0) } ?? ""
    change.isVisible = lines.count < 2
  }
}
