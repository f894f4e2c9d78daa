// SPDX-License-Identifier: GPL-3.0-or-later
public import KursNetwork
public import KursStorage
import Synchronization

/// A transport with a private HTTP cache (RFC 9111).
public final class CachedTransport: Transport {
  private let inner: any Transport
  private let clock: CacheClock
  private let store: ResponseStore
  private let refreshing = Mutex<Set<HTTPRequest>>([])

  /// Wraps a transport. Without `disk`, cached responses are lost when the process ends.
  public init(
    _ inner: any Transport, disk: CacheDatabase?, memoryLimit: Int = 4 << 20, clock: CacheClock = .system(),
    faultOccurred: @escaping @Sendable (CacheDatabaseError) -> Void = { _ in }
  ) {
    self.inner = inner
    self.clock = clock
    store = ResponseStore(memoryLimit: memoryLimit, disk: disk, clock: clock, faultOccurred: faultOccurred)
  }

  public func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    if request.method == .get || request.method == .head { return try await read(request) }
    let response = try await inner.send(request)
    for url in Consequences.invalidated(by: response, to: request) {
      await store.remove(ResourceKey(partition: request.partition, url: url))
    }
    return response
  }

  public func clear() async {
    await store.clear()
  }

  /// Deletes a member's cached responses when the member leaves, and overwrites them on disk.
  public func erase(partition: String) async throws(CacheDatabaseError) {
    try await store.erase(partition: partition)
  }

  public func setLimits(memory: Int, disk: Int) async {
    await store.setLimits(memory: memory, disk: disk)
  }

  public func usage() async -> (memory: Int, disk: Int) {
    await store.usage()
  }
}

extension CachedTransport {
  private func read(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    let candidates = await store.responses(ResourceKey(request))
    switch CacheDecision(request, among: candidates, now: clock.now()) {
    case .answer(let stored, let response, let refresh):
      if refresh { refreshLater(request, stored) }
      return response
    case .validate(let stored, let conditional):
      return try await fetch(conditional, for: request, validating: stored, fallback: nil)
    case .forward(let fallback):
      return try await fetch(request, for: request, validating: nil, fallback: fallback)
    case .unavailable:
      return HTTPResponse(status: 504, url: request.url)
    }
  }

  private func fetch(
    _ sent: HTTPRequest, for request: HTTPRequest, validating stored: StoredResponse?,
    fallback: StoredResponse?
  ) async throws(NetworkError) -> HTTPResponse {
    let requested = clock.now()
    let key = ResourceKey(request)
    let epoch = await store.epoch(key)
    let outcome: CacheOutcome
    do throws(NetworkError) {
      let response = try await inner.send(sent)
      guard request.method == .get else {
        await headReceived(response, request, requested, epoch)
        return response
      }
      outcome = CacheOutcome(
        response, to: request, validated: stored, fallback: fallback, requested: requested,
        received: clock.now())
    } catch {
      outcome = try CacheOutcome(error, to: request, stored: stored ?? fallback, now: clock.now())
    }
    switch outcome {
    case .store(let new, let response):
      await store.store(new, for: key, epoch: epoch)
      return response
    case .pass(let response):
      return response
    case .forget(let response):
      await store.remove(key)
      return response
    case .repeatWithoutCondition where sent != request:
      return try await fetch(request, for: request, validating: nil, fallback: nil)
    case .repeatWithoutCondition:
      // A 304 without a condition in the request is a server error.
      throw .protocolError(code: 304)
    }
  }

  private func headReceived(
    _ response: HTTPResponse, _ request: HTTPRequest, _ requested: CacheInstant, _ epoch: Int
  ) async {
    guard response.status == 200 else { return }
    let (key, received) = (ResourceKey(request), clock.now())
    for stored in await store.responses(key) where Selection.matches(stored, request) {
      guard
        let new = Consequences.updated(stored, by: response, requested: requested, received: received)
      else { return await store.remove(key) }
      await store.store(new, for: key, epoch: epoch)
    }
  }

  private func refreshLater(_ request: HTTPRequest, _ stored: StoredResponse) {
    guard refreshing.withLock({ $0.insert(request).inserted }) else { return }
    Task {
      let conditional = request.conditional(on: stored)
      _ = try? await fetch(
        conditional ?? request, for: request, validating: conditional == nil ? nil : stored, fallback: nil)
      _ = refreshing.withLock { $0.remove(request) }
    }
  }
}
