// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursItems
import Testing

@testable import KursWorkflow

/// The server's Retry-After for a team's rates reaches the timetable unchanged.
@Suite struct TeamSourceTests {
  @Test(
    "a failed refresh of team rates reports the server's requested wait",
    arguments: [(429, APIError.tooManyRequests(retryAfter: 120)), (503, .unavailable(retryAfter: 120))])
  func aFailedRefreshOfTeamRatesReportsTheServersRequestedWait(status: Int, expected: APIError) async throws {
    let machine = try AccountMachine()
    let program = try await machine.signedIn()
    let body = #"{"status":"ERROR","reason":"busy","data":{"retry_after":120}}"#
    await machine.server.always("rates/history", .answer(status: status, body: body))
    await #expect(throws: expected) { try await program.teamSource(of: AccountMachine.ada)(.teamHistory) }
  }
}
