// SPDX-License-Identifier: GPL-3.0-or-later

import KursItems
import KursModel

/// Decides when to request a server's `ServiceTerms`, and whether the server supports this version of Kurs.
struct ServiceMachine: Hashable, Sendable {
  static let interval: Int64 = 3_600_000

  private(set) var terms = ServiceTerms()
  private(set) var neededRelease: ReleaseNumber?
  private var due: Uptime?

  mutating func shouldRequestTerms(at now: Uptime) -> Bool {
    // An unsupported Kurs requests `ServiceTerms` each time, because the operator may have lowered the requirement.
    guard neededRelease != nil || due.map({ now >= $0 }) ?? true else { return false }
    // `due` is set before the response arrives, so that other callers don't request `ServiceTerms` again.
    due = now + Self.interval
    return true
  }

  mutating func received(_ terms: ServiceTerms, release: ReleaseNumber?, at now: Uptime) {
    self.terms = terms
    due = now + Self.interval
    neededRelease = terms.oldestClient.flatMap { oldest in release.map { $0 < oldest } == true ? oldest : nil }
  }

  mutating func requestFailed() { due = nil }

  mutating func renewed() { due = nil }
}
