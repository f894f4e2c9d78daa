// SPDX-License-Identifier: GPL-3.0-or-later
import KursAPI
import KursModel
import KursWorkflow
import Testing

@testable import KursStorage

/// A clock that was a week ahead makes every command too old. Once it is correct again, none is.
@Suite struct QueueClockTests {
  private let fixture = QueueFixture()

  /// A queue that couldn't reach its server, and was then sent while the clock was eight days ahead.
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

  @Test("requests dismissed while the clock was wrong are sent later")
  func requestsDismissedWhileTheClockWasWrongAreSentLater() async throws {
    let (queue, now) = try await queueOfAWrongClock((1...3).map { ("\($0)", "favourites") })
    #expect(await sentByFlushing(queue, at: now + 60_000) == ["1", "2", "3"])
    #expect(await queue.state().commands.isEmpty)
  }

  @Test("a request that is really too old stays dismissed")
  func aRequestThatIsReallyTooOldStaysDismissed() async throws {
    let (queue, now) = try await queueOfAWrongClock([("1", "favourites")])
    #expect(await sentByFlushing(queue, at: now + 7 * 86_400_000 + 1) == [])
    #expect(await queue.state().undeliverable.map(\.text) == ["1"])
  }

  @Test("a dismissed request isn't restored after a later request was sent")
  func aDismissedRequestIsntRestoredAfterALaterRequestWasSent() async throws {
    let (queue, now) = try await queueOfAWrongClock([("old", "favourites"), ("other", "own-rates")])
    // Flushed instead of waiting: so soon after the last start, another would wait a second of this stopped clock.
    try await queue.put("new")
    _ = await queue.flushNow()
    #expect(fixture.sent.last?.text == "new")
    #expect(await sentByFlushing(queue, at: now + 60_000) == ["other"])
    #expect(await queue.state().undeliverable.map(\.text) == ["old"])
  }
}
