// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursNetwork
import KursStorage
import Synchronization
import TestSupport
import Testing

@testable import KursNetworkCache

/// A clock that moves only when a test moves it.
final class TestClock: Sendable {
  private let instant = Mutex(CacheInstant(wall: 1_700_000_000_000, running: 5_000_000, boot: "a"))

  var clock: CacheClock { CacheClock { self.instant.withLock { $0 } } }

  /// Advances the time of day and the time since the computer's start.
  func advance(seconds: Double) {
    instant.withLock { instant in
      instant.wall += Int64(seconds * 1000)
      instant.running += Int64(seconds * 1000)
    }
  }

  /// Changes the time of day, as a user does in the system settings.
  func setWall(bySeconds seconds: Int64) {
    instant.withLock { $0.wall += seconds * 1000 }
  }

  /// Simulates a restart of the computer.
  func reboot() {
    instant.withLock { instant in
      instant.boot += "b"
      instant.running = 0
    }
  }
}

/// A folder that is deleted when this object is freed.
final class TestFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("kurs-cache-\(UUID().uuidString)")

  var database: String { url.appendingPathComponent("caches.sqlite").path }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Returns the bytes of all files in the folder.
  func content() throws -> Data {
    try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      .reduce(into: Data()) { $0.append(try Data(contentsOf: $1)) }
  }
}

/// A cache with a fake server, a test clock and a temporary file.
struct CacheFixture: Sendable {
  let clock = TestClock()
  let folder = TestFolder()
  let server: FakeServer
  let cache: CachedTransport

  init(
    memoryLimit: Int = 4 << 20,
    _ answer: @escaping @Sendable (HTTPRequest) throws(NetworkError) -> HTTPResponse
  ) {
    server = FakeServer { request throws(NetworkError) in try answer(request) }
    cache = CachedTransport(
      server, disk: CacheDatabase(path: folder.database), memoryLimit: memoryLimit, clock: clock.clock)
  }

  /// Returns a cache with the same file and server, as in a new process.
  func restarted() -> CachedTransport {
    CachedTransport(
      server, disk: CacheDatabase(path: folder.database), clock: clock.clock,
      faultOccurred: { Issue.record($0) })
  }

  var asked: Int { server.requests.count }

  func get(
    _ path: String = "/", _ headers: HTTPHeaders = [:], partition: String? = nil
  ) async throws -> HTTPResponse {
    try await cache.send(HTTPRequest(.get, "http://h" + path, headers: headers, partition: partition))
  }
}
