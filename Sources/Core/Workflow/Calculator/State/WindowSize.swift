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
