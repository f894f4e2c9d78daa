// SPDX-License-Identifier: GPL-3.0-or-later

/// A point in logical pixels, measured from the top left corner of the picture.
public struct Point: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }
}

/// A size in logical pixels.
public struct Size: Hashable, Sendable {
  public var width: Double
  public var height: Double

  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }
}

public struct Rect: Hashable, Sendable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }

  public func overlaps(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  public func grown(by margin: Double) -> Rect {
    Rect(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }
}

/// An sRGB colour. Each part is between 0 and 1.
public struct Colour: Hashable, Sendable {
  public var red: Double
  public var green: Double
  public var blue: Double
  public var alpha: Double

  /// Creates a colour from `0xRRGGBB`.
  public init(_ hex: UInt32, alpha: Double = 1) {
    red = Double(hex >> 16 & 0xFF) / 255
    green = Double(hex >> 8 & 0xFF) / 255
    blue = Double(hex & 0xFF) / 255
    self.alpha = alpha
  }

  public func opacity(_ alpha: Double) -> Colour {
    var copy = self
    copy.alpha = alpha
    return copy
  }
}

public struct Stroke: Hashable, Sendable {
  public var colour: Colour
  public var width: Double
  /// The lengths of dashes and gaps, alternating. Empty for a solid line.
  public var dash: [Double]

  public init(_ colour: Colour, width: Double = 1, dash: [Double] = []) {
    self.colour = colour
    self.width = width
    self.dash = dash
  }
}

public enum DrawingItem: Hashable, Sendable {
  case rectangle(Rect, Colour)
  case line(Point, Point, Stroke)
  case polyline([Point], Stroke)
  case polygon([Point], Colour)
  /// Adjacent rectangles that are filled in one step.
  case bars([Rect], Colour)
  case circle(Point, radius: Double, Colour)
  case text(TextLabel)
  /// Limits all items until the next `unclip` to the rectangle.
  case clip(Rect)
  case unclip
}

public struct TextLabel: Hashable, Sendable {
  /// The part of the text that is placed at `place`. Left is always the left end on screen, even in Arabic.
  public enum Anchor: Hashable, Sendable { case left, middle, right }

  public var text: String
  /// The position of the text's anchor. It is in the middle of the text's height.
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

/// A picture as a list of elements in drawing order. Each renderer draws the same picture.
public struct DisplayList: Hashable, Sendable {
  public var size: Size
  public var items: [DrawingItem]

  public init(size: Size, items: [DrawingItem] = []) {
    self.size = size
    self.items = items
  }

  public func moved(by x: Double, _ y: Double, in size: Size) -> DisplayList {
    DisplayList(size: size, items: items.map { $0.moved(by: x, y) })
  }

  public var labels: [TextLabel] {
    items.compactMap { if case .text(let label) = $0 { label } else { nil } }
  }
}

extension DrawingItem {
  func moved(by x: Double, _ y: Double) -> DrawingItem {
    func moved(_ point: Point) -> Point { Point(point.x + x, point.y + y) }
    func moved(_ rect: Rect) -> Rect { Rect(x: rect.x + x, y: rect.y + y, width: rect.width, height: rect.height) }
    switch self {
    case .rectangle(let rect, let colour): return .rectangle(moved(rect), colour)
    case .line(let a, let b, let stroke): return .line(moved(a), moved(b), stroke)
    case .polyline(let points, let stroke): return .polyline(points.map(moved), stroke)
    case .polygon(let points, let colour): return .polygon(points.map(moved), colour)
    case .bars(let bars, let colour): return .bars(bars.map(moved), colour)
    case .circle(let centre, let radius, let colour): return .circle(moved(centre), radius: radius, colour)
    case .text(var label):
      label.place = moved(label.place)
      return .text(label)
    case .clip(let rect): return .clip(moved(rect))
    case .unclip: return .unclip
    }
  }
}
