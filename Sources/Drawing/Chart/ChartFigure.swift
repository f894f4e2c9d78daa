// SPDX-License-Identifier: GPL-3.0-or-later
public import KursDrawing
public import KursWorkflow

public struct ChartCaption: Equatable, Sendable {
  public var title: String
  public var lines: [String]
  public var notes: [String]
  public var isRightToLeft: Bool = false
}

extension ChartCaption {
  /// Creates the caption. One rate appears above the picture. Several rates appear beside the statistics.
  public init(
    title: String, rates: [String], days: String, figures: [String], separator: String, source: String,
    isRightToLeft: Bool = false
  ) {
    let isComparison = rates.count > 1
    self.init(
      title: title, lines: (isComparison ? [] : rates) + [days],
      notes: (isComparison ? zip(rates, figures).map { $0 + separator + $1 } : figures)
        + [source].filter { !$0.isEmpty },
      isRightToLeft: isRightToLeft)
  }
}

public struct ChartFigure {
  private static let margin = 12.0

  private let caption: ChartCaption
  private let theme: ChartTheme
  private let metrics: TextMetrics

  public init(_ caption: ChartCaption, theme: ChartTheme, metrics: TextMetrics = .estimated) {
    self.caption = caption
    self.theme = theme
    self.metrics = metrics
  }

  public func list(_ state: ChartState, size: Size, text: ChartText) -> DisplayList {
    let width = size.width - 2 * Self.margin
    let head =
      rows([caption.title], theme.fontSize * 1.5, width, isBold: true)
      + rows(caption.lines, theme.fontSize, width, isBold: false)
    let foot = rows(caption.notes, theme.fontSize * 0.92, width, isBold: false)
    let (top, bottom) = (height(of: head) + Self.margin, height(of: foot) + Self.margin)
    let room = Size(size.width, max(size.height - top - bottom, 40))
    var list = DisplayList(
      size: size, items: [.rectangle(Rect(x: 0, y: 0, width: size.width, height: size.height), theme.background)])
    list.items += placed(head, from: Self.margin, size.width)
    list.items += ChartPicture(state, size: room, theme: theme, text: text, metrics: metrics)
      .list(isOpaque: false).moved(by: 0, top, in: size).items
    list.items += placed(foot, from: size.height - bottom, size.width)
    return list
  }

  private struct Row {
    let text: String
    let size: Double
    let isBold: Bool
    var height: Double { size * 1.5 }
  }

  private func height(of rows: [Row]) -> Double { rows.reduce(0) { $0 + $1.height } }

  private func rows(_ texts: [String], _ size: Double, _ width: Double, isBold: Bool) -> [Row] {
    texts.flatMap { text -> [Row] in
      var lines: [String] = []
      for word in text.split(separator: " ") {
        let longer = lines.last.map { "\($0) \(word)" } ?? String(word)
        if !lines.isEmpty, metrics.width(longer, size, isBold) <= width {
          lines[lines.count - 1] = longer
        } else {
          lines.append(String(word))
        }
      }
      return lines.map { Row(text: $0, size: size, isBold: isBold) }
    }
  }

  private func placed(_ rows: [Row], from top: Double, _ width: Double) -> [DrawingItem] {
    var y = top
    return rows.map { row in
      defer { y += row.height }
      let x = caption.isRightToLeft ? width - Self.margin : Self.margin
      return .text(
        TextLabel(
          row.text, at: Point(x, y + row.height / 2), anchor: caption.isRightToLeft ? .right : .left, size: row.size,
          isBold: row.isBold, colour: row.isBold ? theme.text : theme.dimText))
    }
  }
}
