// SPDX-License-Identifier: GPL-3.0-or-later

/// How often something may be tried: at most so many times within so many seconds, for each key by itself.
struct AttemptLimit: Sendable {
  let count: Int
  let seconds: Int64
  /// Who would fill the memory with made-up keys pushes out the oldest instead.
  let capacity: Int
  private var attempts: [String: [Instant]] = [:]

  init(count: Int, seconds: Int64, capacity: Int = 20_000) {
    self.count = count
    self.seconds = seconds
    self.capacity = capacity
  }

  enum Verdict: Hashable, Sendable { case admit, refuse(retryAfter: Int) }

  /// Somebody tries; counted at once, so that a thousand at the same moment are no way around it.
  mutating func tried(_ key: String, at now: Instant) -> Verdict {
    let recent = attempts[key, default: []].filter { now < $0.adding(seconds: seconds) }
    guard recent.count < count else {
      attempts[key] = recent
      return .refuse(retryAfter: now.secondsUntil(recent[recent.count - count].adding(seconds: seconds)))
    }
    attempts[key] = recent + [now]
    makeRoom()
    return .admit
  }

  /// It was the right one: it no longer counts.
  mutating func succeeded(_ key: String) {
    attempts[key]?.removeLast()
    if attempts[key]?.isEmpty == true { attempts[key] = nil }
  }

  private mutating func makeRoom() {
    guard attempts.count > capacity else { return }
    let newest = attempts.mapValues { $0.last ?? Instant(milliseconds: 0) }
    for (key, _) in newest.sorted(by: { $0.value < $1.value }).prefix(attempts.count - capacity / 2) {
      attempts[key] = nil
    }
  }
}
