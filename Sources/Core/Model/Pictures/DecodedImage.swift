// SPDX-License-Identifier: GPL-3.0-or-later

/// The pixels of a picture that was turned upright.
public struct DecodedImage: Hashable, Sendable {
  public let width: Int
  public let height: Int
  /// The RGBA values of all pixels, row by row from the top.
  public let pixels: [UInt8]

  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard (1...4096).contains(width), (1...4096).contains(height), pixels.count == width * height * 4 else {
      return nil
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Reads a decoder's output: width and height in four bytes each (little endian), then the pixels.
  public init?(written bytes: [UInt8]) {
    guard bytes.count > 8 else { return nil }
    let sizes = [0, 4].map { start in (0..<4).reduce(0) { $0 | Int(bytes[start + $1]) << (8 * $1) } }
    self.init(width: sizes[0], height: sizes[1], pixels: Array(bytes[8...]))
  }
}

extension DecodedImage {
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
