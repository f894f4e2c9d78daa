// SPDX-License-Identifier: GPL-3.0-or-later

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
