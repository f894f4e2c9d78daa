// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc

/// A moment by two clocks: the wall's, which people set, and one that only runs, from boot to boot.
public struct CacheInstant: Codable, Hashable, Sendable {
  /// Milliseconds since 1970.
  public var wall: Int64
  /// Milliseconds of the running clock, sleep included.
  public var running: Int64
  /// The boot that the running clock counts from.
  public var boot: String

  /// Milliseconds from then to now; nil when a clock was set back and none can tell.
  func elapsed(since then: CacheInstant) -> Int64? {
    let byWall = wall - then.wall
    guard boot == then.boot, running >= then.running else { return byWall >= 0 ? byWall : nil }  // guards C14: byWall >= 0 ? byWall : nil => byWall
    return max(byWall, running - then.running)  // guards C14: max(byWall, running - then.running) => byWall
  }
}

/// The clocks of a cache.
public struct CacheClock: Sendable {
  /// The present moment.
  public var now: @Sendable () -> CacheInstant

  /// The machine's clocks.
  public static func system() -> CacheClock {
    let boot = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? ""
    return CacheClock {
      CacheInstant(wall: milliseconds(CLOCK_REALTIME), running: milliseconds(CLOCK_BOOTTIME), boot: boot)
    }
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
