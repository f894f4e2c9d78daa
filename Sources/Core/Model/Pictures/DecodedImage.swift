// SPDX-License-Identifier: GPL-3.0-or-later

/// A picture's pixels, upright and no larger than they are shown.
public struct DecodedImage: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// Rows of red, green, blue and alpha, from the top.
  public let pixels: [UInt8]

  /// Nil where the pixels are not as many as the size says.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard (1...4096).contains(width), (1...4096).contains(height), pixels.count == width * height * 4 else {
      return nil
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// As a decoding process writes it: width and height in four bytes each, little end first, then the pixels.
  public init?(written bytes: [UInt8]) {
    guard bytes.count > 8 else { return nil }
    let sizes = [0, 4].map { start in (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) } }
    self.init(width: sizes[0], height: sizes[1], pixels: Array(bytes[8...]))
  }
}

extension DecodedImage {
  /// The whole picture in the middle of a square, with nothing around it where it is narrower.
  public var squared: DecodedImage {
    guard width != height else { return self }
    let side = max(width, height)
    let (left, top) = ((side - width) / 2, (side - height) / 2)
    var square = [UInt8](repeating: 0, count: side * side * 4)
    for row in 0..<height {
      let (from, to) = (row * width * 4, ((top + row) * side + left) * 4)
      square.replaceSubrange(to..<to + width * 4, with: pixels[from..<from + width * 4])
    }
    return DecodedImage(width: side, height: side, pixels: square) ?? self
  }
}
