// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Synchronization
import Testing

@Suite struct CancellationTests {
  @Test func aCancelledTaskHasItsErrorWithinAHundredMilliseconds() async throws {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let (departures, left) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { connection, _ in
      arrived.yield()
      connection.waitForClientToLeave()
      left.yield()
    }
    let transport = loopbackTransport()
    let task = Task { await failure(of: transport, HTTPRequest(.get, server.url)) }
    for await _ in arrivals { break }
    let clock = ContinuousClock()
    let start = clock.now
    task.cancel()
    let error = await task.value
    let elapsed = clock.now - start
    #expect(error == .cancelled)
    #expect(elapsed < .milliseconds(100))
    // The server sees the connection close: the transfer has ended, not only the waiting.
    for await _ in departures { break }
  }

  @Test func aTaskCancelledBeforeItSendsDoesNotSend() async throws {
    let server = try LoopbackServer { connection, _ in connection.waitForClientToLeave() }
    let transport = loopbackTransport()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(of: transport, HTTPRequest(.get, server.url))
    }
    #expect(await task.value == .cancelled)
  }

  @Test func oneCancelledTransferLeavesTheOthersAlone() async throws {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer { connection, request in
      guard request.target == "/hang" else { return connection.answer("200 OK", [], [1]) }
      arrived.yield()
      connection.waitForClientToLeave()
    }
    let transport = loopbackTransport()
    let hanging = Task { await failure(of: transport, HTTPRequest(.get, server.url + "/hang")) }
    for await _ in arrivals { break }
    hanging.cancel()
    let response = try await transport.send(HTTPRequest(.get, server.url + "/fine"))
    #expect(response.body == [1])
    #expect(await hanging.value == .cancelled)
  }
}
