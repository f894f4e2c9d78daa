// SPDX-License-Identifier: GPL-3.0-or-later
public import KursDrawing

/// The colours and sizes of a chart.
public struct ChartTheme: Hashable, Sendable {
  public var background: Colour
  public var text: Colour
  public var dimText: Colour
  public var grid: Colour
  /// One for each line, in order.
  public var series: [Colour]
  public var lineWidth: Double
  public var fontSize: Double
  /// Whether lines are dashed, each in its own way.
  public var isDashed = false

  /// Lines of high contrast differ in dashes as well; others in the shape of their end and their extremes' colour.
  public static let dashes: [[Double]] = [[], [7, 3], [3, 2], [9, 3, 2, 3]]

  /// The size of text in files and on paper.
  public static let plainFontSize = 12.0

  // The hues are those of Okabe and Ito, "Color Universal Design" (2008), made darker on light and lighter on
  // dark ground until each has a contrast of 4.5 to it.
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
  /// As the desktop asks: dark or light, with stronger lines for high contrast, and with text of its size.
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
