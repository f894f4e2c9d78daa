// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

@testable import KursNetwork

extension CoalescingTransport {
  /// Returns the number of callers that currently wait for the response to a request.
  func waiterCount(of request: HTTPRequest) -> Int {
    state.withLock { $0.transfers[request]?.waiters.count ?? 0 }
  }
}
