// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import KursNetwork
import KursNetworkCache
import KursStorage
import Synchronization
import Testing
import TestSupport

/// Rows C11 and C19 of docs/FAULTS.md: the program is killed while the cache is written, or the disk is full.
@Suite(.serialized) struct CacheEndTests {
  private static func record(_ number: Int) -> CacheRecord {
    CacheRecord(
      partition: "", url: "u\(number)", variant: "", metadata: [3],
      body: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1 << 20))
  }

  @Test("a program killed while writing stores the complete response or nothing", .fault("C11"))
  func aProgramKilledWhileWritingStoresTheCompleteResponseOrNothing() async throws {
    let folder = TestFolder()
    let path = folder.database
    var (random, found) = (SystemRandomNumberGenerator(), 0)
    for point in 0..<20 {
      // The program is killed after at most 0.6 seconds. Storing a megabyte takes milliseconds, and longer without
      // optimisation, so some runs are killed while they write.
      let (first, span) = (point * 1000, UInt32(Int.random(in: 0..<600_000, using: &random)))
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, first = first as Int, span = span as UInt32] in
        let database = CacheDatabase(path: path)
        _ = try await database.usage()
        Thread.detachNewThread {
          usleep(span)
          kill(getpid(), SIGKILL)
        }
        for number in first... { try await database.store(CacheEndTests.record(number)) }
      }
      let database = CacheDatabase(path: path)
      for number in first..<first + 1000 {
        let records = try await database.records(partition: "", url: "u\(number)")
        #expect(records.isEmpty || records == [Self.record(number)], "\(number)")
        found += records.count
        if records.isEmpty { break }
      }
      await database.close()
    }
    #expect(found > 0)
  }

  // A process can be killed at any time, so its log may be cut at any point.
  @Test("a cache with a truncated log has the complete response or none", .fault("C11"))
  func aCacheWithATruncatedLogHasTheCompleteResponseOrNone() async throws {
    let folder = TestFolder()
    let database = CacheDatabase(path: folder.database)
    let old = CacheRecord(partition: "", url: "old", variant: "", metadata: [1], body: [2])
    try await database.store(old)
    try await database.store(Self.record(4))
    let main = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let log = try Data(contentsOf: URL(fileURLWithPath: folder.database + "-wal"))
    var whole = 0
    for cut in 1...20 {
      let copy = TestFolder()
      try FileManager.default.createDirectory(at: copy.url, withIntermediateDirectories: true)
      try main.write(to: URL(fileURLWithPath: copy.database))
      try log.prefix(log.count * cut / 20).write(to: URL(fileURLWithPath: copy.database + "-wal"))
      let reopened = CacheDatabase(path: copy.database)
      let found = try await reopened.records(partition: "", url: "u4")
      #expect(found.isEmpty || found == [Self.record(4)])
      whole += found.count
    }
    #expect(whole == 1)
  }

  /// The kernel limits files of the process to 512 kB. Writing more gives the same errors as a full disk.
  @Test("on a full disk, responses still arrive but aren't stored", .fault("C19", "S08"))
  func onAFullDiskResponsesStillArriveButArentStored() async {
    await #expect(processExitsWith: .success) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 512 << 10, rlim_max: 512 << 10)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      let faults = Mutex<[CacheDatabaseError]>([])
      let (folder, clock, body) = (TestFolder(), TestClock(), [UInt8](repeating: 120, count: 600_000))
      let server = FakeServer { request in
        HTTPResponse(status: 200, headers: ["Cache-Control": "max-age=60"], body: body, url: request.url)
      }
      let cache = CachedTransport(
        server, disk: CacheDatabase(path: folder.database), memoryLimit: 1000, clock: clock.clock,
        faultOccurred: { fault in faults.withLock { $0.append(fault) } })
      for _ in 1...3 {
        let answer = try await cache.send(HTTPRequest(.get, "http://h/"))
        #expect(answer.body == body)
      }
      #expect(faults.withLock { $0.count } == 1)
      clock.advance(seconds: 60)
      let answer = try await cache.send(HTTPRequest(.get, "http://h/"))
      #expect(answer.body == body)
      #expect(faults.withLock { $0.count } == 2)
    }
  }
}
