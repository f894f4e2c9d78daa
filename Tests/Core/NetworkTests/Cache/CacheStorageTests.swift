// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursNetwork
import KursNetworkCache
import KursStorage
import Synchronization
import Testing
import TestSupport

/// Tests the cache's file and memory, also with a damaged file: rows C02, C10, C12, C13, C15 and C18 of docs/FAULTS.md.
@Suite struct CacheStorageTests {
  @Test("a response with no-store is not written to disk", .fault("C02"))
  func aResponseWithNoStoreIsNotWrittenToDisk() async throws {
    let server = FakeServer { request in
      request.url.hasSuffix("kept")
        ? .ok("kept-canary", ["Cache-Control": "max-age=60"])
        : .ok("secret-canary", ["Cache-Control": "max-age=60, no-store", "ETag": "\"1\""])
    }
    let folder = TestFolder()
    let database = CacheDatabase(path: folder.database)
    let cache = CachedTransport(server, disk: database, clock: TestClock().clock)
    for path in ["kept", "secret"] { _ = try await cache.send(HTTPRequest(.get, "http://h/\(path)")) }
    for isShutDown in [false, true] {
      if isShutDown { await database.close() }
      let content = try folder.content()
      #expect(content.range(of: Data("kept-canary".utf8)) != nil)
      #expect(content.range(of: Data("secret-canary".utf8)) == nil)
    }
    #expect(try await database.records(partition: "", url: "http://h:80/kept").count == 1)
    #expect(try await database.records(partition: "", url: "http://h:80/secret").isEmpty)
  }

  @Test("cookies are never stored on disk") func cookiesAreNeverStoredOnDisk() async throws {
    let fixture = CacheFixture { _ in
      .ok("kept-canary", ["Cache-Control": "max-age=60", "Set-Cookie": "visitor=192.0.2.7", "set-cookie2": "192.0.2.7"])
    }
    _ = try await fixture.get()
    let content = try fixture.folder.content()
    #expect(content.range(of: Data("kept-canary".utf8)) != nil)
    #expect(content.range(of: Data("192.0.2.7".utf8)) == nil)
    #expect(try await fixture.restarted().send(HTTPRequest(.get, "http://h/")).text == "kept-canary")
  }

  @Test("a truncated response is not stored", .fault("C10")) func aTruncatedResponseIsNotStored() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      connection.send("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 100\r\n\r\nhello")
      connection.hangUp()
    }
    try await isRefusedAndNotStored(server, .truncated)
  }

  @Test("a response with too many headers is not stored", .fault("C18"))
  func aResponseWithTooManyHeadersIsNotStored() async throws {
    let server = try FakeServer.sendingBytes { connection, _ in
      var headers: HTTPHeaders = ["Cache-Control": "max-age=60"]
      for number in 0..<400 { headers.add("X-\(number)", String(repeating: "y", count: 1000)) }
      connection.answer("200 OK", headers)
    }
    try await isRefusedAndNotStored(server, .headersTooLarge(limit: 65_536))
  }

  private func isRefusedAndNotStored(_ server: FakeServer, _ error: NetworkError) async throws {
    let folder = TestFolder()
    let database = CacheDatabase(path: folder.database)
    let cache = CachedTransport(loopbackTransport(), disk: database)
    for count in 1...2 {
      #expect(await failure(of: cache, HTTPRequest(.get, server.address)) == error)
      #expect(server.requests.count == count)
    }
    #expect(await cache.usage() == (0, 0))
    #expect(try await database.usage() == 0)
  }

  @Test("a stored response survives a restart") func aStoredResponseSurvivesARestart() async throws {
    let fixture = CacheFixture { _ in .ok("body", ["Cache-Control": "max-age=60", "X-A": "1"]) }
    _ = try await fixture.get()
    let response = try await fixture.restarted().send(HTTPRequest(.get, "http://h/"))
    #expect(response.text == "body")
    #expect(response.headers["X-A"] == "1")
    #expect(fixture.asked == 1)
  }

  @Test("a stored response with a flipped bit is downloaded again", .fault("C12"))
  func aStoredResponseWithAFlippedBitIsDownloadedAgain() async throws {
    let folder = TestFolder()
    let database = CacheDatabase(path: folder.database)
    let server = FakeServer { _ in .ok("canary-canary-canary", ["Cache-Control": "max-age=60"]) }
    let clock = TestClock().clock
    _ = try await CachedTransport(server, disk: database, clock: clock).send(HTTPRequest(.get, "http://h/"))
    await database.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
    let place = try #require(bytes.range(of: Data("canary".utf8), options: .backwards))
    bytes[place.lowerBound] ^= 1
    try bytes.write(to: URL(fileURLWithPath: folder.database))
    let again = CachedTransport(server, disk: CacheDatabase(path: folder.database), clock: clock)
    #expect(try await again.send(HTTPRequest(.get, "http://h/")).text == "canary-canary-canary")
    #expect(server.requests.count == 2)
  }

  @Test("a stored response with truncated metadata is downloaded again", .fault("C13"))
  func aStoredResponseWithTruncatedMetadataIsDownloadedAgain() async throws {
    let folder = TestFolder()
    let database = CacheDatabase(path: folder.database)
    let server = FakeServer { _ in .ok("body", ["Cache-Control": "max-age=60"]) }
    let clock = TestClock().clock
    _ = try await CachedTransport(server, disk: database, clock: clock).send(HTTPRequest(.get, "http://h/"))
    var record = try #require(await database.records(partition: "", url: "http://h:80/").first)
    record.metadata = Array(record.metadata.prefix(record.metadata.count / 4))
    try await database.store(record)
    let again = CachedTransport(server, disk: database, clock: clock)
    #expect(try await again.send(HTTPRequest(.get, "http://h/")).text == "body")
    #expect(server.requests.count == 2)
  }

  @Test("a cache file that is not a database is replaced", arguments: [0, 100, 4096])
  func aCacheFileThatIsNotADatabaseIsReplaced(kept: Int) async throws {
    let fixture = CacheFixture { _ in .ok("body", ["Cache-Control": "max-age=60"]) }
    _ = try await fixture.get()
    let file = URL(fileURLWithPath: fixture.folder.database)
    let head = try Data(contentsOf: file).prefix(kept)
    for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    try (head + Data(repeating: 0xA5, count: 20_000)).write(to: file)
    let again = fixture.restarted()
    _ = try await again.send(HTTPRequest(.get, "http://h/"))
    _ = try await fixture.restarted().send(HTTPRequest(.get, "http://h/"))
    #expect(fixture.asked == 2)
  }

  @Test("the least recently used entry is evicted, and oversized entries are refused", .fault("C15"))
  func theLeastRecentlyUsedEntryIsEvictedAndOversizedEntriesAreRefused() async throws {
    let folder = TestFolder()
    let database = CacheDatabase(path: folder.database, limit: 20 << 20)
    func record(_ number: Int, _ size: Int) -> CacheRecord {
      CacheRecord(
        partition: "", url: "u\(number)", variant: "", metadata: [], body: [UInt8](repeating: 1, count: size))
    }
    let megabyte = (1 << 20) - 16
    for number in 1...20 { try await database.store(record(number, megabyte)) }
    // Reads the first five records, which makes them the most recently used records.
    for number in 1...5 { _ = try await database.records(partition: "", url: "u\(number)") }
    for number in 21...30 { try await database.store(record(number, megabyte)) }
    #expect(try await database.usage() <= 20 << 20)
    for number in 1...30 {
      let isKept = try await !database.records(partition: "", url: "u\(number)").isEmpty
      #expect(isKept == !(6...15).contains(number), "u\(number)")
    }
    // Measures only the deletion of old entries. Takes the shortest of five runs, because other programs may delay a
    // run.
    var shortest = Duration.seconds(60)
    for room in stride(from: 18, through: 10, by: -2) {
      let taken = try await ContinuousClock().measure { try await database.setLimit(room << 20) }
      #expect(try await database.usage() <= room << 20)
      shortest = min(shortest, taken)
    }
    #expect(shortest <= .milliseconds(50))
    try await database.setLimit(20 << 20)
    #expect(try await database.store(record(99, 6 << 20)) == false)
    #expect(try await database.records(partition: "", url: "u99").isEmpty)
  }

  @Test("without a cache folder, responses still arrive but aren't stored")
  func withoutACacheFolderResponsesStillArriveButArentStored() async throws {
    let faults = Mutex<[CacheDatabaseError]>([])
    let clock = TestClock()
    let server = FakeServer { _ in .ok("body", ["Cache-Control": "no-store"]) }
    // /dev/null isn't a folder, so the cache file can't be created in it.
    let cache = CachedTransport(
      server, disk: CacheDatabase(path: "/dev/null/caches.sqlite"), clock: clock.clock,
      faultOccurred: { fault in faults.withLock { $0.append(fault) } })
    for _ in 1...3 { #expect(try await cache.send(HTTPRequest(.get, "http://h/")).text == "body") }
    #expect(faults.withLock { $0.count } == 1)
    clock.advance(seconds: 60)
    _ = try await cache.send(HTTPRequest(.get, "http://h/"))
    #expect(faults.withLock { $0.count } == 2)
  }

  @Test("clearing the cache deletes its file, and later requests still succeed")
  func clearingTheCacheDeletesItsFileAndLaterRequestsStillSucceed() async throws {
    let fixture = CacheFixture { _ in .ok("canary", ["Cache-Control": "max-age=60"]) }
    _ = try await fixture.get()
    #expect(await fixture.cache.usage().disk > 0)
    await fixture.cache.clear()
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.database))
    #expect(await fixture.cache.usage() == (0, 0))
    _ = try await fixture.get()
    #expect(fixture.asked == 2)
  }

  @Test("before the first request, the cache creates no file")
  func beforeTheFirstRequestTheCacheCreatesNoFile() throws {
    let fixture = CacheFixture { _ in .ok() }
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.url.path))
    #expect(fixture.asked == 0)
  }

  @Test("the memory cache stays under its limit") func theMemoryCacheStaysUnderItsLimit() async throws {
    let fixture = CacheFixture(memoryLimit: 100_000) { request in
      .ok(String(repeating: "x", count: 10_000), ["Cache-Control": "max-age=60"])
    }
    for number in 1...30 { _ = try await fixture.get("/\(number)") }
    #expect(await (50_000...100_000).contains(fixture.cache.usage().memory))
    // An entry that was deleted from memory is still read from disk.
    _ = try await fixture.get("/1")
    #expect(fixture.asked == 30)
  }
}
