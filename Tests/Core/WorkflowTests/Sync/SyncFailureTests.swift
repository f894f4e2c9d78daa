// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import Testing

@testable import KursWorkflow

@Suite struct SyncFailureTests {
  @Test("each failure of an account request is mapped to a sync failure", arguments: [
    (AccountCallFailure.auth(.signedOut), SyncFailure.signedOut),
    (.auth(.unavailable), .unavailable(retryAfter: nil)), (.auth(.busy), .unavailable(retryAfter: nil)),
    (.refused(status: 409, reason: "since-ahead", retryAfter: nil), .serverIsBehind),
    (.refused(status: 422, reason: "clock-ahead", retryAfter: nil), .clockIsAhead),
    (.refused(status: 413, reason: "too-large", retryAfter: nil), .tooLarge), (.api(.status(413)), .tooLarge),
    (.refused(status: 429, reason: "busy", retryAfter: 7), .unavailable(retryAfter: 7)),
    (.refused(status: 503, reason: "busy", retryAfter: nil), .unavailable(retryAfter: nil)),
    (.refused(status: 403, reason: "no", retryAfter: nil), .refused(status: 403, reason: "no")),
    (.refused(status: 409, reason: "else", retryAfter: nil), .refused(status: 409, reason: "else")),
    (.api(.status(502)), .unavailable(retryAfter: nil)), (.api(.tooManyRequests(retryAfter: 9)), .unavailable(retryAfter: 9)),
    (.api(.unreachable(.host)), .unavailable(retryAfter: nil)), (.api(.timedOut), .unavailable(retryAfter: nil)),
    (.api(.broken), .unavailable(retryAfter: nil)), (.api(.notJSON(offset: 1)), .api(.notJSON(offset: 1))),
  ])
  func eachFailureOfAnAccountRequestIsMappedToASyncFailure(failure: AccountCallFailure, expected: SyncFailure) {
    #expect(SyncFailure(failure) == expected)
  }
}
