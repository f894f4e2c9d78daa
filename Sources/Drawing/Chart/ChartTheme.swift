// SPDX-License-Identifier: GPL-3.0-or-later

public import KursDrawing
import KursModel
import KursWorkflow

public struct ChartTheme: Hashable, Sendable {
  public var background: Colour
  public var text: Colour
  public var dimText: Colour
  public var grid: Colour
  public var series: [Colour]
  public var lineWidth: Double
  public var fontSize: Double
  public var isDashed = false

  /// The dashes of the lines in high contrast. Other themes distinguish lines by marker and colour.
  public static let dashes: [[Double]] = [[], [7, 3], [3, 2], [9, 3, 2, 3]]

  public static let plainFontSize = 12.0

  // The colours come from Okabe and Ito, "Color Universal Design" (2008). Each was adjusted to a contrast of 4.5.
  public static let light = ChartTheme(
    background: Colour(0xFFFFFF), text: Colour(0x1E1E1E), dimText: Colour(0x5E5C64),
    grid: Colour(0x000000, alpha: 0.12),
    series: [Colour(0x00619E), Colour(0xA84C00), Colour(0x00704F), Colour(0x9C3D75)], lineWidth: 1.75,
    fontSize: plainFontSize)

  public static let dark = ChartTheme(
    background: Colour(0x242424), text: Colour(0xFFFFFF), dimText: Colour(0xB8B5C0),
    grid: Colour(0xFFFFFF, alpha: 0.16),
    series: [Colour(0x56B4E9), Colour(0xE69F00), Colour(0x2FC79B), Colour(0xE79BC6)], lineWidth: 1.75,
    fontSize: plainFontSize)

  func stroke(of line: Int) -> Stroke {
    Stroke(series[line % series.count], width: lineWidth, dash: isDashed ? Self.dashes[line % Self.dashes.count] : [])
  }
}

extension ChartTheme {
  public init(isDark: Bool, isHighContrast: Bool = false, fontSize: Double = plainFontSize) {
    self = isDark ? .dark : .light
    self.fontSize = fontSize
    guard isHighContrast else { return }
    dimText = text
    grid = text.opacity(0.5)
    lineWidth = 2.5
    isDashed = true
  }
}

struct LegendEntry {
  static let sample = 26.0

  let label: TextLabel
  let stroke: Stroke
  let frame: Rect

  /// Places the legend's entries in rows from the top left corner. One line without averages needs no legend.
  static func place(
    _ state: ChartState, width: Double, theme: ChartTheme, text: ChartText, metrics: TextMetrics
  ) -> [LegendEntry] {
    var names = state.lines.enumerated().map { ($1.currency.code, theme.stroke(of: $0)) }
    names += state.options.averages.sorted().map { (text.average($0), averageStroke($0, theme)) }
    guard names.count > 1 else { return [] }
    let height = theme.fontSize * 1.6
    var (x, y) = (12.0, 6.0)
    return names.map { name, stroke in
      let wide = sample + 6 + metrics.width(name, theme.fontSize, true)
      if x > 12, x + wide > width - 12 { (x, y) = (12, y + height) }
      defer { x += wide + 16 }
      let frame = Rect(x: x, y: y, width: wide, height: height)
      let place = Point(x + sample + 6, y + height / 2)
      return LegendEntry(
        label: TextLabel(name, at: place, size: theme.fontSize, isBold: true, colour: theme.text),
        stroke: stroke,
        frame: frame)
    }
  }

  static func averageStroke(_ span: Int, _ theme: ChartTheme) -> Stroke {
    Stroke(theme.dimText, width: 1.25, dash: span == ChartOptions.spans[0] ? [4, 2] : [1, 2])
  }
}

enum Spreading {
  /// Returns positions in order, at least `distance` apart, as near as possible to `wanted`, in `room` if they fit.
  static func apart(_ wanted: [Double], by distance: Double, in room: ClosedRange<Double>) -> [Double] {
    // Wanted positions that are too close together form a block. `middle`: the mean of the block's wanted positions.
    var blocks: [(middle: Double, count: Int)] = []
    for place in wanted {
      var block = (middle: place, count: 1)
      while let before = blocks.last,
        block.middle - before.middle < distance * Double(before.count + block.count) / 2
      {
        blocks.removeLast()
        let sum = before.middle * Double(before.count) + block.middle * Double(block.count)
        block = (sum / Double(before.count + block.count), before.count + block.count)
      }
      blocks.append(block)
    }
    var places = blocks.flatMap { block in
      (0..<block.count).map { block.middle + (Double($0) - Double(block.count - 1) / 2) * distance }
    }
    var edge = room.upperBound
    for index in places.indices.reversed() {
      places[index] = min(places[index], edge)
      edge = places[index] - distance
    }
    edge = room.lowerBound
    for index in places.indices {
      places[index] = max(places[index], edge)
      edge = places[index] + distance
    }
    return places
  }
}
