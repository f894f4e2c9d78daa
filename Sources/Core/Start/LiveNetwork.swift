// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel
public import KursNetwork
import KursNetworkCache
import KursStorage
import Synchronization

/// The live network stack. The first request opens `caches.sqlite` in `cacheFolder` and loads libcurl.
public final class LiveNetwork: Sendable {
  private struct State {
    var sizes = CacheSizes()
    var made: (outermost: any Transport, cache: CachedTransport)?
    var noteFault: (@Sendable (CacheDatabaseError) -> Void)?
  }

  private let version: String
  private let cacheFolder: String
  private let findProxies: (@Sendable (String) async -> [String])?
  private let state = Mutex(State())

  /// Creates the stack. `findProxies` returns a URL's desktop proxies. If nil, environment variables name the proxies.
  public init(version: String, cacheFolder: String, findProxies: (@Sendable (String) async -> [String])? = nil) {
    self.version = version
    self.cacheFolder = cacheFolder
    self.findProxies = findProxies
  }

  public var transport: any Transport { state.withLock { make(&$0).outermost } }

  public func usage() async -> Int {
    let usage = await cache.usage()
    return usage.memory + usage.disk
  }

  func erase(_ member: MemberID) async throws(CacheDatabaseError) {
    try await cache.erase(partition: member.text)
  }

  public func clear() async { await cache.clear() }

  func onCacheFault(_ note: @escaping @Sendable (CacheDatabaseError) -> Void) {
    state.withLock { $0.noteFault = note }
  }

  public func resize(_ sizes: CacheSizes) async {
    let cache = state.withLock { state -> CachedTransport? in
      guard sizes != state.sizes else { return nil }
      state.sizes = sizes
      return state.made?.cache
    }
    await cache?.setLimits(memory: sizes.memory << 20, disk: sizes.disk << 20)
  }

  private var cache: CachedTransport { state.withLock { make(&$0).cache } }

  private func make(_ state: inout State) -> (outermost: any Transport, cache: CachedTransport) {
    if let made = state.made { return made }
    var configuration = CurlConfiguration(userAgent: "Kurs/\(version)")
    configuration.findProxies = findProxies
    let curl = CurlTransport(configuration)
    let disk = CacheDatabase(path: "\(cacheFolder)/caches.sqlite", limit: state.sizes.disk << 20)
    let cache = CachedTransport(
      curl, disk: disk, memoryLimit: state.sizes.memory << 20,
      faultOccurred: { [weak self] fault in self?.state.withLock { $0.noteFault }?(fault) })
    // The layers are, outermost first: coalescing, redirects, cache. So the cache also handles each redirect.
    let made = (CoalescingTransport(RedirectingTransport(cache)) as any Transport, cache)
    state.made = made
    return made
  }
}
