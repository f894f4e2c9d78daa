// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import Synchronization
import TestSupport
import Testing

@Suite struct CancellationTests {
  // Uses the median of eleven runs, because other programs may delay a single run.
  @Test("a cancelled request fails within 100 milliseconds")
  func aCancelledRequestFailsWithin100Milliseconds() async throws {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let (departures, left) = AsyncStream<Void>.makeStream()
    let server = try FakeServer.sendingBytes { connection, _ in
      arrived.yield()
      connection.waitForClientToLeave()
      left.yield()
    }
    let transport = loopbackTransport()
    let clock = ContinuousClock()
    var (arrival, departure) = (arrivals.makeAsyncIterator(), departures.makeAsyncIterator())
    var times: [Duration] = []
    for _ in 1...11 {
      let task = Task { await failure(of: transport, HTTPRequest(.get, server.address)) }
      await arrival.next()
      let start = clock.now
      task.cancel()
      #expect(await task.value == .cancelled)
      times.append(clock.now - start)
      // Waits until the server sees the connection close, which proves that the transfer itself has ended.
      await departure.next()
    }
    print("cancel: median \(times.sorted()[5]), slowest \(times.max() ?? .zero)")
    #expect(times.sorted()[5] < .milliseconds(100))
  }

  @Test("a request that is cancelled before it is sent is not sent")
  func aRequestThatIsCancelledBeforeItIsSentIsNotSent() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in connection.waitForClientToLeave() }
    let transport = loopbackTransport()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(of: transport, HTTPRequest(.get, server.address))
    }
    #expect(await task.value == .cancelled)
  }

  @Test("cancelling a transfer leaves other transfers running")
  func cancellingATransferLeavesOtherTransfersRunning() async throws {
    let (arrivals, arrived) = AsyncStream<Void>.makeStream()
    let server = try FakeServer.sendingBytes { connection, request in
      guard request.url == "/hang" else { return connection.answer("200 OK", [:], [1]) }
      arrived.yield()
      connection.waitForClientToLeave()
    }
    let transport = loopbackTransport()
    let hanging = Task { await failure(of: transport, HTTPRequest(.get, server.address + "/hang")) }
    for await _ in arrivals { break }
    hanging.cancel()
    let response = try await transport.send(HTTPRequest(.get, server.address + "/fine"))
    #expect(response.body == [1])
    #expect(await hanging.value == .cancelled)
  }
}
