// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import GRDB
import KursAPI
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Testing
import TestSupport

/// Rows Q01, Q03, Q04 and Q26 of docs/FAULTS.md: programs are killed, but each confirmed request is stored and carried
/// out once.
@Suite(.serialized) struct QueueKillTests {
  /// The number of kills. `KURS_KILLS` sets another number.
  static let kills = ProcessInfo.processInfo.environment["KURS_KILLS"].flatMap(Int.init) ?? 100
  /// The number of killed programs that send. It is lower, because each of these kills takes longer.
  static let sendersKilled = kills / 4

  @Test("a request that was confirmed as queued is never lost", .fault("Q01"))
  func aRequestThatWasConfirmedAsQueuedIsNeverLost() async throws {
    let folder = TemporaryFolder()
    let (path, log) = (folder.path, folder.path + "/acknowledged")
    var random = SplitMix64(seed: 11)
    var (unheard, total, last) = (0, 0, Int64(0))
    for _ in 0..<Self.kills {
      let (number, span) = (Int.random(in: 0..<12, using: &random), UInt32(Int.random(in: 0..<9000, using: &random)))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, log = log as String, number = number as Int, span = span as UInt32] in
        let queue = try QueueWireTests.queue(in: path, commands: [])
        let acknowledged = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        for round in 0... {
          if round == number { dieIn(span) }
          let id = try await queue.enqueue(
            QueueFixture.command(), body: Array("x".utf8), to: "http://127.0.0.1:1", member: "anna")
          let line = Array("\(id)\n".utf8)
          _ = write(acknowledged, line, line.count)
        }
      }
      let storage = try UserDatabase(path: path + "/data/person.sqlite")
      let stored = try await storage.queued().map(\.id)
      let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      let acknowledged = lines.split(separator: "\n").compactMap { Int64($0) }
      #expect(Set(acknowledged).isSubset(of: stored))
      #expect(stored == Array((last + 1)..<(last + 1 + Int64(stored.count))), "a gap")
      // Only the request that was being written at the kill can be stored without a confirmation.
      #expect(stored.count <= acknowledged.count + unheard + 1)
      unheard = stored.count - acknowledged.count
      #expect(try await storage.file.read { try String.fetchOne($0, sql: "PRAGMA quick_check") } == "ok")
      guard stored.count > QueueLimits().commands / 2 else { continue }
      total += try await storage.wipeQueue(of: "anna")
      try FileManager.default.removeItem(atPath: log)
      (last, unheard) = (stored.last ?? last, 0)
    }
    total += try await UserDatabase(path: path + "/data/person.sqlite").queued().count
    #expect(total > Self.kills / 2)
  }

  @Test("each request is carried out once, although its senders are killed", .fault("Q03"))
  func eachRequestIsCarriedOutOnceAlthoughItsSendersAreKilled() async throws {
    let (folder, server) = (TemporaryFolder(), CountingServer())
    let path = folder.path
    let total = 60
    try await server.serving { address in
      let storage = try UserDatabase(path: path + "/data/person.sqlite")
      for number in 0..<total {
        _ = try await storage.enqueue(
          QueuedCommand.Content(
            member: "", resource: "r\(number % 3)", isDroppable: false, key: UUID().uuidString, command: "keep",
            server: address, method: "POST", path: "/keep", body: Array("\(number)".utf8)),
          at: Timestamp(milliseconds: 1_700_000_000_000))
      }
      var random = SplitMix64(seed: 12)
      var killed = 0
      while killed < Self.sendersKilled, try await storage.queued().count > 3 {
        let span = UInt32(Int.random(in: 0..<40_000, using: &random))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, span = span as UInt32] in
          let queue = try QueueWireTests.queue(in: path, commands: [])
          dieIn(span)
          await queue.flush()
          pauseForEver()
        }
        killed += 1
      }
      #expect(killed > 3)
      let queue = try QueueWireTests.queue(in: path, commands: [])
      #expect(await queue.flushNow().isBusyElsewhere == false)
      #expect(await queue.state().commands.isEmpty)
    }
    let bodies = await server.effects.map(\.body)
    #expect(bodies.count == total && Set(bodies).count == total)
    for lane in 0..<3 {
      let numbers = bodies.compactMap { Int($0) }.filter { $0 % 3 == lane }
      #expect(numbers == numbers.sorted())
    }
    // If a sender is killed before it removes a request, the request is sent again but carried out only once.
    #expect(await server.requests >= total)
  }

  /// Whether the server has carried out the request when the sender dies.
  enum Moment: CaseIterable, Sendable { case hasNotActed, hasActed }

  @Test(
    "a request whose sender was killed is resent with its idempotency key", .fault("Q03", "Q04"),
    arguments: Moment.allCases)
  func aRequestWhoseSenderWasKilledIsResentWithItsIdempotencyKey(moment: Moment) async throws {
    let (folder, server) = (TemporaryFolder(), CountingServer())
    let path = folder.path
    await server.kills(at: moment)
    try await server.serving { address in
      await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, address = address as String] in
        let queue = try QueueWireTests.queue(in: path, commands: [])
        // The body names the process that the server kills.
        try await queue.enqueue(QueueFixture.command(), body: Array("\(getpid())".utf8), to: address)
        pauseForEver()
      }
      #expect(await server.effects.count == (moment == .hasActed ? 1 : 0))
      let queue = try QueueWireTests.queue(in: path, commands: [])
      #expect(await queue.state().commands.map(\.history.tries) == [0])
      #expect(await queue.flush().delivered == 1)
      #expect(await queue.state().commands.isEmpty)
    }
    #expect(await server.requests == 2)
    #expect(Set(await server.keysSent).count == 1)
    #expect(await server.effects.count == 1)
  }

  @Test("two processes send each queued request only once", .fault("Q26"))
  func twoProcessesSendEachQueuedRequestOnlyOnce() async throws {
    let (folder, server) = (TemporaryFolder(), CountingServer())
    try await server.serving { address in
      let queues = try (1...2).map { _ in try QueueWireTests.queue(in: folder, commands: []) }
      let storage = try UserDatabase(path: folder.path + "/data/person.sqlite")
      for number in 0..<60 {
        _ = try await storage.enqueue(
          QueuedCommand.Content(
            member: "", resource: "r\(number % 3)", isDroppable: false, key: UUID().uuidString, command: "keep",
            server: address, method: "POST", path: "/keep", body: Array("\(number)".utf8)),
          at: Timestamp(milliseconds: 1_700_000_000_000))
      }
      async let first = queues[0].flush()
      async let second = queues[1].flush()
      let reports = await [first, second]
      #expect(reports.map(\.delivered).reduce(0, +) == 60)
    }
    #expect(await server.requests == 60)
    #expect(await server.effects.count == 60)
  }

  @Test("another process can send after the sending process is killed")
  func anotherProcessCanSendAfterTheSendingProcessIsKilled() async throws {
    let folder = TemporaryFolder()
    let path = folder.path
    let storage = try UserDatabase(path: path + "/data/person.sqlite")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let storage = try UserDatabase(path: path + "/data/person.sqlite")
      let lease = try storage.queueLease()
      guard lease != nil else { return }
      kill(getpid(), SIGKILL)
    }
    #expect(try storage.queueLease() != nil)
  }

  @Test("a program waiting to send continues after the sending program is killed", .fault("Q26"))
  func aProgramWaitingToSendContinuesAfterTheSendingProgramIsKilled() async throws {
    let fixture = QueueFixture()
    let queue = try fixture.queue()
    // Another program has the lock for sending, and is killed.
    let (other, said) = (Process(), Pipe())
    other.executableURL = URL(filePath: "/usr/bin/env")
    other.arguments = ["flock", "--no-fork", fixture.path + "-queue-lock", "sh", "-c", "echo sending; exec sleep 600"]
    other.standardOutput = said
    try other.run()
    defer { kill(other.processIdentifier, SIGKILL) }
    #expect(try said.fileHandleForReading.read(upToCount: 8) == Data("sending\n".utf8))
    let begun = fixture.time
    try await queue.put("1")
    #expect(await queue.flush().isBusyElsewhere)
    #expect(fixture.sent.isEmpty)
    kill(other.processIdentifier, SIGKILL)
    other.waitUntilExit()
    let freed = fixture.time
    // The queue sends without being called again.
    await queue.settles { $0.commands.isEmpty }
    #expect(fixture.sent.map(\.text) == ["1"])
    #expect(fixture.time - freed <= 20_000 && fixture.time > begun)
  }
}

/// Kills this program after this many microseconds, as a power cut would.
private func dieIn(_ span: UInt32) {
  Thread.detachNewThread {
    usleep(span)
    kill(getpid(), SIGKILL)
  }
}

private func pauseForEver() {
  while true { pause() }
}
