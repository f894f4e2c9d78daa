// SPDX-License-Identifier: GPL-3.0-or-later
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
