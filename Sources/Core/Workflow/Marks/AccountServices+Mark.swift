// SPDX-License-Identifier: GPL-3.0-or-later
import KursLocalCache
public import KursModel

extension AccountServices {
  /// A provider's mark, square, of no more than `side` points on a screen of `scale` pixels a point.
  ///
  /// Nil where it cannot be had, or not now: it is everybody's, asked for without saying who asks.
  public func mark(_ address: String, side: Int, scale: Int) async -> DecodedImage? {
    try? await pictures.image(address, side: side, scale: scale).squared
  }
}
