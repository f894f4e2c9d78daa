// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Counts responses since the start by command and status. It stores nothing about the callers.
final class ResponseCounter: Sendable {
  struct Kind: Hashable, Sendable {
    let path: String
    let status: Int
  }

  private let counts = Mutex<[Kind: Int]>([:])
  private let reported = Mutex<Set<String>>([])

  func isFirst(_ what: String) -> Bool { reported.withLock { $0.insert(what).inserted } }

  func answered(_ path: String?, _ status: Int) {
    counts.withLock { $0[Kind(path: path ?? "-", status: status), default: 0] += 1 }
  }

  var all: [Kind: Int] { counts.withLock(\.self) }
}
