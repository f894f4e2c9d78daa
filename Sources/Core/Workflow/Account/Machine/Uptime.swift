// SPDX-License-Identifier: GPL-3.0-or-later

/// A moment on a clock that no one sets and that counts on while the machine sleeps (CLOCK_BOOTTIME).
public struct Uptime: Hashable, Comparable, Sendable {
  public let milliseconds: Int64

  public init(milliseconds: Int64) {
    self.milliseconds = milliseconds
  }

  public static func < (a: Uptime, b: Uptime) -> Bool { a.milliseconds < b.milliseconds }

  /// Milliseconds from `b` to `a`.
  public static func - (a: Uptime, b: Uptime) -> Int64 { a.milliseconds - b.milliseconds }

  /// So many milliseconds later.
  public static func + (a: Uptime, milliseconds: Int64) -> Uptime {
    Uptime(milliseconds: a.milliseconds + milliseconds)
  }
}
