// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import TestSupport
import Testing

@Suite struct CoalescingTransportTests {
  @Test("a hundred equal parallel requests are sent as one request")
  func aHundredEqualParallelRequestsAreSentAsOneRequest() async throws {
    let gate = Gate()
    let server = try FakeServer.sendingBytes { connection, _ in
      gate.wait()
      connection.answer("200 OK", [:], Array("shared".utf8))
    }
    let transport = CoalescingTransport(loopbackTransport())
    let request = HTTPRequest(.get, server.address)
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 1...100 { group.addTask { try await transport.send(request).text } }
      while transport.waiterCount(of: request) < 100 { await Task.yield() }
      gate.open()
      for try await text in group { #expect(text == "shared") }
    }
    #expect(server.requests.count == 1)
  }

  @Test("requests with different headers, members or methods are sent separately")
  func requestsWithDifferentHeadersMembersOrMethodsAreSentSeparately() async throws {
    let gate = Gate()
    let server = try FakeServer.sendingBytes { connection, _ in
      gate.wait()
      connection.answer()
    }
    let transport = CoalescingTransport(loopbackTransport())
    let requests = [
      HTTPRequest(.get, server.address), HTTPRequest(.get, server.address, headers: ["Authorization": "b"]),
      HTTPRequest(.get, server.address, partition: "b"), HTTPRequest(.post, server.address),
      HTTPRequest(.post, server.address),
    ]
    try await withThrowingTaskGroup(of: Void.self) { group in
      for request in requests { group.addTask { _ = try await transport.send(request) } }
      while server.requests.count < requests.count { await Task.yield() }
      gate.open()
      try await group.waitForAll()
    }
    #expect(server.requests.count == requests.count)
  }

  @Test("a shared request continues if one of its callers is cancelled")
  func aSharedRequestContinuesIfOneOfItsCallersIsCancelled() async throws {
    let (departures, left) = AsyncStream<Void>.makeStream()
    let gate = Gate()
    let server = try FakeServer.sendingBytes { connection, request in
      if request.url == "/answered" {
        gate.wait()
        return connection.answer("200 OK", [:], [7])
      }
      connection.waitForClientToLeave()
      left.yield()
    }
    let transport = CoalescingTransport(loopbackTransport())
    let answered = HTTPRequest(.get, server.address + "/answered")
    let impatient = Task { await failure(of: transport, answered) }
    let patient = Task { try await transport.send(answered) }
    while transport.waiterCount(of: answered) < 2 { await Task.yield() }
    impatient.cancel()
    #expect(await impatient.value == .cancelled)
    gate.open()
    #expect(try await patient.value.body == [7])

    let endless = HTTPRequest(.get, server.address + "/endless")
    let only = Task { await failure(of: transport, endless) }
    while server.requests.count < 2 { await Task.yield() }
    only.cancel()
    #expect(await only.value == .cancelled)
    for await _ in departures { break }
  }
}
