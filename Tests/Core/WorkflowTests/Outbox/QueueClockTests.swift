// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursWorkflow
import Testing

@testable import KursStorage

/// If the clock is a week ahead, every queued request counts as too old, until the clock is correct again.
@Suite struct QueueClockTests {
  private let fixture = QueueFixture()

  /// Returns a queue whose requests expired because the clock was eight days ahead.
  ///
  /// Also returns the correct time.
  private func queueOfAWrongClock(
    _ commands: [(text: String, resource: String)]
  ) async throws -> (OfflineQueue, Int64) {
    let queue = try fixture.queue(passing: false)
    fixture.answers { _ in .unreachable(.host) }
    for command in commands { try await queue.put(command.text, command.resource) }
    let now = fixture.time
    fixture.time = now + 8 * 86_400_000
    _ = await queue.flushNow()
    let dismissed = await queue.state().undeliverable
    #expect(dismissed.map(\.undeliverable) == commands.map { _ in Undeliverable?.some(.expired) })
    fixture.answers { _ in nil }
    return (queue, now)
  }

  private func sentByFlushing(_ queue: OfflineQueue, at time: Int64) async -> [String] {
    fixture.time = time
    let before = fixture.sent.count
    _ = await queue.flushNow()
    return fixture.sent.dropFirst(before).map(\.text)
  }

  @Test("requests dismissed as too old by a wrong clock are sent later")
  func requestsDismissedAsTooOldByAWrongClockAreSentLater() async throws {
    let (queue, now) = try await queueOfAWrongClock((1...3).map { ("\($0)", "favourites") })
    #expect(await sentByFlushing(queue, at: now + 60_000) == ["1", "2", "3"])
    #expect(await queue.state().commands.isEmpty)
  }

  @Test("a request that is really too old stays dismissed after clock correction")
  func aRequestThatIsReallyTooOldStaysDismissedAfterClockCorrection() async throws {
    let (queue, now) = try await queueOfAWrongClock([("1", "favourites")])
    #expect(await sentByFlushing(queue, at: now + 7 * 86_400_000 + 1) == [])
    #expect(await queue.state().undeliverable.map(\.text) == ["1"])
  }

  @Test("a dismissed request isn't sent after a newer request of its resource")
  func aDismissedRequestIsntSentAfterANewerRequestOfItsResource() async throws {
    let (queue, now) = try await queueOfAWrongClock([("old", "favourites"), ("other", "own-rates")])
    // Sends immediately. Otherwise the queue would wait for a second, which never passes on this stopped clock.
    try await queue.put("new")
    _ = await queue.flushNow()
    #expect(fixture.sent.last?.text == "new")
    #expect(await sentByFlushing(queue, at: now + 60_000) == ["other"])
    #expect(await queue.state().undeliverable.map(\.text) == ["old"])
  }
}
