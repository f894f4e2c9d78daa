// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Synchronization

/// Hashes passwords one at a time on a separate thread, so that many sign-ins take time but not memory.
final class PasswordQueue: Sendable {
  private let queue = DispatchQueue(label: "passwords")
  private let waiting = Mutex(0)
  private let limit: Int
  private let cost: PasswordHash.Cost
  private let random: @Sendable (Int) -> [UInt8]

  init(cost: PasswordHash.Cost, limit: Int = 64, random: @escaping @Sendable (Int) -> [UInt8]) {
    self.cost = cost
    self.limit = limit
    self.random = random
  }

  func hash(_ password: Password) async throws -> PasswordHash {
    let salt = random(16)
    return try await run { [cost] in try PasswordHash(password, salt: salt, cost: cost) }
  }

  /// Whether the password matches. With nil, the same work is done, so that the time reveals nothing.
  func matches(_ password: Password, stored: PasswordHash?) async throws -> Bool {
    let hash = stored ?? PasswordHash(cost: cost, salt: random(16), digest: random(32))
    return try await run { try hash.matches(password) } && stored != nil
  }

  private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    let isAdmitted = waiting.withLock { waiting in
      guard waiting < limit else { return false }
      waiting += 1
      return true
    }
    guard isAdmitted else { throw Refusal(.busy, .init(retryAfter: 5)) }
    defer { waiting.withLock { $0 -= 1 } }
    return try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result { try work() }) }
    }
  }
}
