// SPDX-License-Identifier: GPL-3.0-or-later

/// The size of a window, in logical pixels.
public struct WindowSize: Hashable, Sendable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

extension WindowSize {
  /// `400x720`, as it is stored.
  var text: String { "\(width)x\(height)" }

  init?(text: String) {
    let parts = text.split(separator: "x").compactMap { Int($0) }
    guard parts.count == 2, parts[0] > 0, parts[1] > 0 else { return nil }
    self.init(width: parts[0], height: parts[1])
  }
}
