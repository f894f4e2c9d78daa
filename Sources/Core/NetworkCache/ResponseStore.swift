// SPDX-License-Identifier: GPL-3.0-or-later
import KursNetwork
import KursStorage

/// The memory and disk levels of the cache. After a disk error, requests still succeed but are slower.
actor ResponseStore {
  private var memory: MemoryCache
  private let disk: CacheDatabase?
  private let clock: CacheClock
  private let faultOccurred: @Sendable (CacheDatabaseError) -> Void
  private var diskPausedUntil: Int64?
  private var removals: [ResourceKey: Int] = [:]
  private var sweepingRemovals = 0

  // The milliseconds until a full or read-only disk is tried again.
  private static let diskPause: Int64 = 60_000

  init(
    memoryLimit: Int, disk: CacheDatabase?, clock: CacheClock,
    faultOccurred: @escaping @Sendable (CacheDatabaseError) -> Void
  ) {
    memory = MemoryCache(limit: memoryLimit)
    self.disk = disk
    self.clock = clock
    self.faultOccurred = faultOccurred
  }

  func responses(_ key: ResourceKey) async -> [StoredResponse] {
    if let known = memory.responses(key) { return known }
    let epoch = epoch(key)
    let records = await onDisk { disk throws(CacheDatabaseError) in
      try await disk.records(partition: key.partition, url: key.url)
    }
    let responses = (records ?? []).compactMap { StoredResponse($0) }  // guards C13: (records ?? []).compactMap { StoredResponse($0) } => (records ?? []).map { StoredResponse($0)! }
    if epoch == self.epoch(key) { memory.set(responses, for: key) }
    return responses
  }

  /// Returns a number that changes when responses of `key` are deleted, so that running requests store no old response.
  func epoch(_ key: ResourceKey) -> Int {
    sweepingRemovals + removals[key, default: 0]
  }

  func store(_ response: StoredResponse, for key: ResourceKey, epoch: Int) async {
    guard epoch == self.epoch(key) else { return }
    let others = await responses(key).filter { $0.variant != response.variant }
    guard epoch == self.epoch(key) else { return }
    memory.set(others + [response], for: key)
    guard let record = response.record(key) else { return }
    _ = await onDisk { disk throws(CacheDatabaseError) in try await disk.store(record) }
  }

  func remove(_ key: ResourceKey) async {
    removals[key, default: 0] += 1
    memory.remove(key)
    await onDisk { disk throws(CacheDatabaseError) in
      try await disk.remove(partition: key.partition, url: key.url)
    }
  }

  /// Deletes a member's responses. Throws if data remains on the disk.
  func erase(partition: String) async throws(CacheDatabaseError) {
    sweepingRemovals += 1
    memory.removeAll { $0.partition == partition }
    try await disk?.erase(partition: partition)  // guards C07
  }

  func clear() async {
    sweepingRemovals += 1
    memory.removeAll { _ in true }
    await onDisk { disk throws(CacheDatabaseError) in try await disk.clear() }
  }

  func setLimits(memory memoryLimit: Int, disk diskLimit: Int) async {
    memory.setLimit(memoryLimit)
    await onDisk { disk throws(CacheDatabaseError) in try await disk.setLimit(diskLimit) }
  }

  func usage() async -> (memory: Int, disk: Int) {
    let disk = await onDisk { disk throws(CacheDatabaseError) in try await disk.usage() }
    return (memory.size, disk ?? 0)
  }

  @discardableResult
  private func onDisk<Value: Sendable>(
    _ work: (CacheDatabase) async throws(CacheDatabaseError) -> Value
  ) async -> Value? {
    let now = clock.now().running
    guard let disk, diskPausedUntil.map({ now >= $0 }) ?? true else { return nil }
    do throws(CacheDatabaseError) {
      let value = try await work(disk)
      diskPausedUntil = nil
      return value
    } catch {
      diskPausedUntil = now + Self.diskPause  // guards C19
      faultOccurred(error)  // guards C19
      return nil
    }
  }
}

private struct MemoryCache {
  private struct Entry {
    var responses: [StoredResponse]
    var size: Int
    var used: Int
  }

  private var limit: Int
  private var entries: [ResourceKey: Entry] = [:]
  private var uses = 0
  private(set) var size = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func responses(_ key: ResourceKey) -> [StoredResponse]? {
    uses += 1
    entries[key]?.used = uses
    return entries[key]?.responses
  }

  mutating func set(_ responses: [StoredResponse], for key: ResourceKey) {
    remove(key)
    let size = responses.reduce(0) { $0 + $1.size }
    // A large response isn't stored in memory, because it would push out most other responses.
    guard !responses.isEmpty, size <= limit / 4 else { return }
    uses += 1
    entries[key] = Entry(responses: responses, size: size, used: uses)
    self.size += size
    trim()
  }

  mutating func remove(_ key: ResourceKey) {
    size -= entries.removeValue(forKey: key)?.size ?? 0
  }

  mutating func removeAll(where isIncluded: (ResourceKey) -> Bool) {
    for key in entries.keys.filter(isIncluded) { remove(key) }
  }

  mutating func setLimit(_ limit: Int) {
    self.limit = limit
    trim()
  }

  private mutating func trim() {
    while size > limit, let oldest = entries.min(by: { $0.value.used < $1.value.used })?.key {
      remove(oldest)
    }
  }
}

struct ResourceKey: Hashable, Sendable {
  let partition: String
  let url: String

  init(_ request: HTTPRequest) {
    self.init(partition: request.partition, url: request.url)
  }

  init(partition: String?, url: String) {
    self.partition = partition ?? ""  // guards C07: partition ?? "" => ""
    self.url = Self.normal(url)
  }

  // Returns the URL with lower-case scheme and host, with a port and without fragment, so that equal URLs match.
  private static func normal(_ url: String) -> String {
    guard let origin = Origin(of: url) else { return url }
    let authority = url.drop { $0 != ":" }.dropFirst("://".count)
    let path = authority.prefix { $0 != "#" }.drop { $0 != "/" && $0 != "?" }
    return "\(origin.scheme)://\(origin.host):\(origin.port)\(path.hasPrefix("/") ? "" : "/")\(path)"
  }
}
