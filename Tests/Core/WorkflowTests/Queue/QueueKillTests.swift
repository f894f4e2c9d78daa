// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
import Glibc
import KursAPI
import KursCore
import KursModel
import KursStorage
import KursWorkflow
import Testing

/// Programs that are killed at random moments: what was acknowledged is there, and nothing counts twice.
@Suite(.serialized) struct QueueKillTests {
  /// How often; more by `KURS_KILLS`.
  static let kills = ProcessInfo.processInfo.environment["KURS_KILLS"].flatMap(Int.init) ?? 25

  @Test func whatWasAcknowledgedIsNeverLost() async throws {
    let folder = TemporaryFolder()
    let (path, log) = (folder.path, folder.path + "/acknowledged")
    var random = SplitMix(state: 11)
    var written = 0
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
      let storage = try PersonDatabase(path: path + "/data/person.sqlite")
      let stored = Set(try await storage.queued().map(\.id))
      let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      let acknowledged = lines.split(separator: "\n").compactMap { Int64($0) }
      #expect(acknowledged.filter { !stored.contains($0) } == [])
      // At most the one that was being written when the program ended is there without its word.
      #expect(stored.count <= acknowledged.count + written + 1)
      written = stored.count - acknowledged.count
      #expect(try await storage.file.read { try String.fetchOne($0, sql: "PRAGMA quick_check") } == "ok")
    }
    #expect(try await PersonDatabase(path: path + "/data/person.sqlite").queued().count > Self.kills / 2)
  }

  @Test func whatWasSentCountsOnceHoweverOftenTheSenderDies() async throws {
    let (folder, server) = (TemporaryFolder(), CountingServer())
    let path = folder.path
    let total = 60
    try await server.serving { address in
      let storage = try PersonDatabase(path: path + "/data/person.sqlite")
      for number in 0..<total {
        _ = try await storage.enqueue(
          QueuedCommand.Content(
            member: "", resource: "r\(number % 3)", isDroppable: false, key: UUID().uuidString, command: "keep",
            server: address, method: "POST", path: "/keep", body: Array("\(number)".utf8)),
          at: Timestamp(milliseconds: 1_700_000_000_000))
      }
      var random = SplitMix(state: 12)
      var killed = 0
      while killed < Self.kills, try await storage.queued().count > 3 {
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
    // Killed between the server's effect and the removal: sent again, counted once.
    #expect(await server.requests >= total)
  }

  @Test func theNextProgramTakesOverFromAKilledOne() async throws {
    let folder = TemporaryFolder()
    let path = folder.path
    let storage = try PersonDatabase(path: path + "/data/person.sqlite")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      let storage = try PersonDatabase(path: path + "/data/person.sqlite")
      let lease = try storage.queueLease()
      guard lease != nil else { return }
      kill(getpid(), SIGKILL)
    }
    #expect(try storage.queueLease() != nil)
  }
}

/// Ends this program as a power cut would, after so many microseconds.
private func dieIn(_ span: UInt32) {
  Thread.detachNewThread {
    usleep(span)
    kill(getpid(), SIGKILL)
  }
}

/// Waits for the end that another thread brings.
private func pauseForEver() {
  while true { pause() }
}
