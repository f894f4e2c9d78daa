// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// When a member's server is asked about its service, and whether it serves this Kurs: one function for each event.
struct ServiceMachine: Hashable, Sendable {
  static let interval: Int64 = 3_600_000

  private(set) var terms = ServiceTerms()
  /// The oldest release that is served, where this one is older.
  private(set) var neededRelease: ReleaseNumber?
  /// When it is next asked; nil for at once.
  private var due: Uptime?

  /// Something is about to be sent: whether the server is asked first.
  mutating func sendingWanted(at now: Uptime) -> Bool {
    // A Kurs that is not served asks each time: the operator may have changed their mind.
    guard neededRelease != nil || due.map({ now >= $0 }) ?? true else { return false }
    // A second caller meanwhile, and one whose question has no answer, goes by what is known.
    due = now + Self.interval
    return true
  }

  /// `release`: this program's own; nil where that is not known.
  mutating func told(_ terms: ServiceTerms, release: ReleaseNumber?, at now: Uptime) {
    self.terms = terms
    due = now + Self.interval
    neededRelease = terms.oldestClient.flatMap { oldest in release.map { $0 < oldest } == true ? oldest : nil }
  }

  /// There was no way to the server.
  mutating func notReached() { due = nil }

  /// The tokens are new.
  mutating func renewed() { due = nil }
}
