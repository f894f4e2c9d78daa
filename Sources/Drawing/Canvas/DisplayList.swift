// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing to draw.
public enum DrawingItem: Hashable, Sendable {
  case rectangle(Rect, Colour)
  case line(Point, Point, Stroke)
  case polyline([Point], Stroke)
  /// Filled, closed from its last point to its first.
  case polygon([Point], Colour)
  case circle(Point, radius: Double, Colour)
  case text(TextLabel)
  /// What follows up to `unclip` shows only within the rectangle.
  case clip(Rect)
  case unclip
}

/// A line of text in a picture.
public struct TextLabel: Hashable, Sendable {
  /// Which end of the text stands at its place; left and right are those of the picture.
  public enum Anchor: Hashable, Sendable { case left, middle, right }

  public var text: String
  /// Its middle in height, its anchor in width.
  public var place: Point
  public var anchor: Anchor
  public var size: Double
  public var isBold: Bool
  public var colour: Colour

  public init(
    _ text: String, at place: Point, anchor: Anchor = .left, size: Double, isBold: Bool = false,
    colour: Colour
  ) {
    self.text = text
    self.place = place
    self.anchor = anchor
    self.size = size
    self.isBold = isBold
    self.colour = colour
  }

  /// The room it takes, by what `metrics` says of its width.
  public func frame(_ metrics: TextMetrics) -> Rect {
    let width = metrics.width(text, size, isBold)
    let left =
      switch anchor {
      case .left: place.x
      case .middle: place.x - width / 2
      case .right: place.x - width
      }
    return Rect(x: left, y: place.y - size * 0.65, width: width, height: size * 1.3)
  }
}

/// A picture as a list of what to draw, first things first; each renderer draws the same from it.
public struct DisplayList: Hashable, Sendable {
  public var size: Size
  public var items: [DrawingItem]

  public init(size: Size, items: [DrawingItem] = []) {
    self.size = size
    self.items = items
  }

  /// Its texts, in drawing order.
  public var labels: [TextLabel] {
    items.compactMap { if case .text(let label) = $0 { label } else { nil } }
  }
}
