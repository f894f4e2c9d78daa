// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc
import KursNetwork

/// The lifetime and age of a response in milliseconds (RFC 9111 section 4.2).
struct Freshness: Equatable, Sendable {
  let lifetime: Int64
  let age: Int64

  init(_ stored: StoredResponse, now: CacheInstant) {
    lifetime = Self.lifetime(stored)
    age = Self.age(stored, now: now)
  }

  var isFresh: Bool { lifetime > age }  // guards C01: lifetime > age => lifetime >= age
  var staleness: Int64 { max(0, age - lifetime) }

  // The longest lifetime that Kurs estimates from Last-Modified, in seconds: one day.
  private static let longestGuess: Int64 = 86_400

  /// The statuses whose responses may be cached without a stated lifetime (RFC 9110 section 15.1).
  static let guessable: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

  /// Returns the lifetime from max-age, or else from Expires, or else a tenth of the time since Last-Modified.
  static func lifetime(_ stored: StoredResponse) -> Int64 {
    if let seconds = stored.control.seconds("max-age") { return seconds * 1000 }
    let receivedSeconds = stored.received.wall / 1000
    let date = stored.date
    if stored.headers["Expires"] != nil {
      // Treat the response as expired if it has two different Expires values, which are invalid.
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

  /// Returns the age by RFC 9111 section 4.2.3, but prefers a clock that the user can't set.
  static func age(_ stored: StoredResponse, now: CacheInstant) -> Int64 {
    let apparent = max(0, stored.received.wall / 1000 - stored.date) * 1000
    let stated = stored.headers.combined("Age").flatMap { $0.listMembers().first }
      .flatMap { DeltaSeconds.value($0) } ?? 0
    let delay = stored.received.elapsed(since: stored.requested) ?? 0
    // Without a usable clock, the response is treated as very old.
    guard let resident = now.elapsed(since: stored.received) else { return .max / 2 }
    return max(apparent, stated * 1000 + delay) + resident  // guards C22: max(apparent, stated * 1000 + delay) => apparent
  }
}

extension StoredResponse {
  /// The server's Date in seconds since 1970, or the time of receipt if Date is missing or invalid.
  fileprivate var date: Int64 {
    let received = received.wall / 1000
    return headers["Date"].flatMap { HTTPDate.seconds($0, now: received) } ?? received
  }
}

/// A moment on two clocks. Users can set the wall clock. The running clock restarts at each boot.
public struct CacheInstant: Codable, Hashable, Sendable {
  public var wall: Int64
  /// The milliseconds of the running clock, which also runs during suspend.
  public var running: Int64
  public var boot: String

  /// Returns the milliseconds since `then`; nil if neither clock is usable.
  func elapsed(since then: CacheInstant) -> Int64? {
    let byWall = wall - then.wall
    guard boot == then.boot, running >= then.running else { return byWall >= 0 ? byWall : nil }  // guards C14: byWall >= 0 ? byWall : nil => byWall
    return max(byWall, running - then.running)  // guards C14: max(byWall, running - then.running) => byWall
  }
}

public struct CacheClock: Sendable {
  public var now: @Sendable () -> CacheInstant

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
