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
