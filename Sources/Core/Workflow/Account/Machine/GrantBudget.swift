// SPDX-License-Identifier: GPL-3.0-or-later

/// How often tokens may be asked for: five times in thirty seconds, silently once until it worked and thrice a day.
struct GrantBudget: Hashable, Sendable {
  static let limit = 5  // guards A03: 5 => 50
  static let window: Int64 = 30_000
  private static let silentLimit = 3
  private static let day: Int64 = 86_400_000

  private var grants: [Uptime] = []
  private var silent: [Uptime] = []
  private var isSilentUsed = false

  func allowsSilent(at now: Uptime) -> Bool {
    !isSilentUsed && silent.count { now - $0 < Self.day } < Self.silentLimit
  }

  /// Counts a grant; false, and not counted, where it would be one too many.
  mutating func take(_ grant: Grant, at now: Uptime) -> Bool {
    grants.removeAll { now - $0 >= Self.window }
    guard grants.count < Self.limit else { return false }
    grants.append(now)
    guard grant == .silent else { return true }
    silent.removeAll { now - $0 >= Self.day }
    silent.append(now)
    isSilentUsed = true
    return true
  }

  /// The silent sign-in met a fault on the way: the server never judged it.
  mutating func silentWasNotJudged() {
    isSilentUsed = false
  }

  /// It worked, or it is over: the next time begins anew.
  mutating func episodeEnded() {
    isSilentUsed = false
  }
}

/// How long the sign-in form stays shut after wrong passwords: from the sixth on 1, 2, 4 … 60 seconds.
struct FormThrottle: Hashable, Sendable {
  private(set) var opens: Uptime?
  private var refusals = 0

  mutating func refused(at now: Uptime) {
    refusals += 1
    guard refusals >= 5 else { return }  // guards A35
    opens = now + Swift.min(60_000, Int64(1000) << Int64(Swift.min(refusals - 5, 6)))
  }

  mutating func succeeded() {
    self = FormThrottle()
  }
}
