// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import KursNetwork

/// How long an answer may be used and how old it is (RFC 9111 section 4.2), in milliseconds.
struct Freshness: Equatable, Sendable {
  /// How long it is fresh, from its generation on.
  let lifetime: Int64
  /// How long ago it was generated.
  let age: Int64

  /// The freshness of a stored answer at a given time.
  init(_ stored: StoredResponse, now: CacheInstant) {
    lifetime = Self.lifetime(stored)
    age = Self.age(stored, now: now)
  }

  /// Whether it may be used without asking.
  var isFresh: Bool { lifetime > age }  // guards C01: lifetime > age => lifetime >= age
  /// How long it has been stale.
  var staleness: Int64 { max(0, age - lifetime) }

  // No provider's file stays good for longer only because it is old.
  private static let longestGuess: Int64 = 86_400

  /// Statuses that may be reused by a guess (RFC 9110 section 15.1).
  static let guessable: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

  /// Lifetime by max-age, else by Expires, else a tenth of the time since Last-Modified.
  static func lifetime(_ stored: StoredResponse) -> Int64 {
    if let seconds = stored.control.seconds("max-age") { return seconds * 1000 }
    let receivedSeconds = stored.received.wall / 1000
    let date = stored.date
    if stored.headers["Expires"] != nil {
      // Two that differ are as bad as none.
      let values = Set(stored.headers.values("Expires"))
      guard values.count == 1, let text = values.first,  // guards C17: values.count == 1 => true
        let expires = HTTPDate.seconds(text, now: receivedSeconds)
      else { return 0 }
      return max(0, expires - date) * 1000
    }
    guard guessable.contains(stored.status) || stored.control.has("public"),
      let changed = stored.headers["Last-Modified"].flatMap({ HTTPDate.seconds($0, now: receivedSeconds) })
    else { return 0 }
    return min(max(0, date - changed) * 1000 / 10, longestGuess * 1000)
  }

  /// RFC 9111 section 4.2.3, with a clock that cannot be set as a second witness.
  static func age(_ stored: StoredResponse, now: CacheInstant) -> Int64 {
    let apparent = max(0, stored.received.wall / 1000 - stored.date) * 1000
    let stated = stored.headers.combined("Age").flatMap { $0.listMembers().first }
      .flatMap { DeltaSeconds.value($0) } ?? 0
    let delay = stored.received.elapsed(since: stored.requested) ?? 0
    // When no clock can tell, it is older than anything may be.
    guard let resident = now.elapsed(since: stored.received) else { return .max / 2 }
    return max(apparent, stated * 1000 + delay) + resident  // guards C22: max(apparent, stated * 1000 + delay) => apparent
  }
}

extension StoredResponse {
  /// The server's time of making in seconds; ours where it sent none or nonsense.
  fileprivate var date: Int64 {
    let received = received.wall / 1000
    return headers["Date"].flatMap { HTTPDate.seconds($0, now: received) } ?? received
  }
}

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
