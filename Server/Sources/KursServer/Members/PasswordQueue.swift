// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import ServiceLifecycle
import Synchronization

/// Hashes passwords one at a time on a separate thread, so that many sign-ins need more time but not more memory.
///
/// A computer is known to an account if it has signed in to the account before. Networks take turns, and every second
/// turn is reserved for a known computer. The number of requests in the queue is limited for each network, for each
/// account, and for all unknown computers together. A request beyond a limit waits outside the queue for a while, and
/// known computers enter first. An IP address has at most two requests for an account at a time, and further requests
/// are refused as `busy`. So a flood for one account delays neither other accounts nor the account's owner.
final class PasswordQueue: Sendable {
  struct Guest: Hashable, Sendable {
    let account: String
    let address: String
    /// Whether the client's computer has signed in to the account before. Known computers wait in a separate queue.
    var isKnown = false

    /// An IPv4 address, or the first 48 bits of an IPv6 address, because one home or site may have many /64 networks.
    var network: String { address.contains(".") ? address : String(address.prefix(12)) }
  }

  static let requestsOfGuest = 2
  static let hashesOfAccount = 2
  static let hashesFromNetwork = 4
  /// The maximum number of requests of unknown computers in the queue. In a longer queue, clients would stop waiting
  /// before the server had hashed their passwords.
  static let hashesOfStrangers = 40
  static let doorLimit = 60

  private let queue = DispatchQueue(label: "passwords")
  private let state = Mutex(State())
  private let cost: PasswordHash.Cost
  private let patience: DispatchTimeInterval
  private let random: @Sendable (Int) -> [UInt8]

  /// `patience`: the maximum time that a request waits for a place in the queue.
  init(
    cost: PasswordHash.Cost, patience: DispatchTimeInterval = .seconds(10),
    random: @escaping @Sendable (Int) -> [UInt8]
  ) {
    self.cost = cost
    self.patience = patience
    self.random = random
  }

  /// The number of requests that wait for a place in the queue.
  var waiting: Int { state.withLock(\.waiting) }

  /// Waits until the guest has a place in the queue, then runs `work`, which hashes passwords.
  func admitted<Value: Sendable>(_ guest: Guest, _ work: () async throws -> Value) async throws -> Value {
    try await withGracefulShutdownHandler {
      try await enter(guest)
      defer { state.withLock { $0.leave(guest) }.forEach { $0.resume() } }
      return try await work()
    } onGracefulShutdown: {
      self.close()
    }
  }

  /// Refuses all waiting requests as `busy`, so that the server can stop after the current hash.
  func close() {
    for waiting in state.withLock({ $0.close() }) { waiting.resume(throwing: Self.busy) }
  }

  func hash(_ password: Password, for guest: Guest) async throws -> PasswordHash {
    let salt = random(16)
    return try await run(for: guest) { [cost] in try PasswordHash(password, salt: salt, cost: cost) }
  }

  /// Whether the password matches. If `stored` is nil, hashes anyway, so that the time doesn't reveal that no password
  /// is stored.
  func matches(_ password: Password, stored: PasswordHash?, for guest: Guest) async throws -> Bool {
    let hash = stored ?? PasswordHash(cost: cost, salt: random(16), digest: random(32))
    return try await run(for: guest) { try hash.matches(password) } && stored != nil
  }

  private func enter(_ guest: Guest) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      switch state.withLock({ $0.arrive(guest, continuation) }) {
      case .admitted: continuation.resume()
      case .refused: continuation.resume(throwing: Self.busy)
      case .atDoor(let number):
        queue.asyncAfter(deadline: .now() + patience) { [weak self] in
          guard let self else { return }
          state.withLock { $0.giveUp(number) }?.resume(throwing: Self.busy)
        }
      }
    }
  }

  private static let busy = Refusal(.busy, .init(retryAfter: AttemptLimits.busySeconds))

  private func run<Value: Sendable>(
    for guest: Guest, _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = state.withLock { state in
        state.queue(guest) { isClosed in
          continuation.resume(with: isClosed ? .failure(Self.busy) : Result { try work() })
        }
      }
      if isFirst { queue.async { self.hashNext() } }
    }
  }

  // Runs one job, then schedules the next call of this function. Between two calls, the queue can check whether
  // requests have waited too long.
  private func hashNext() {
    guard let (job, isClosed) = state.withLock({ state in state.next().map { ($0, state.isClosed) } }) else { return }
    job(isClosed)
    queue.async { self.hashNext() }
  }
}

extension PasswordQueue {
  /// A job that hashes a password. If the queue is closed, the job refuses the request as `busy` instead.
  private typealias Job = @Sendable (_ isClosed: Bool) -> Void

  private struct State {
    private struct Waiting {
      let number: Int
      let guest: Guest
      let continuation: CheckedContinuation<Void, any Error>
    }

    /// The number of requests of each guest (account and IP address), in the queue or waiting for a place.
    private var guests: [Guest: Int] = [:]
    /// The number of requests in the queue: by network, by account, and of unknown computers.
    private var (inside, accounts, strangers) = ([String: Int](), [String: Int](), 0)
    /// The requests that wait for a place in the queue, in the order of their arrival.
    private var door: [Waiting] = []
    var waiting: Int { door.count }
    private var (knownTurns, strangersTurns) = (Turns(), Turns())
    private var isKnownsTurn = false
    private var isHashing = false
    private(set) var isClosed = false
    private var lastNumber = 0

    enum Arrival { case admitted, refused, atDoor(Int) }

    mutating func arrive(_ guest: Guest, _ continuation: CheckedContinuation<Void, any Error>) -> Arrival {
      guard !isClosed else { return .refused }
      guard guests[guest, default: 0] < PasswordQueue.requestsOfGuest else { return .refused }  // guards N11
      guard door.count(where: { $0.guest.network == guest.network }) < PasswordQueue.doorLimit else { return .refused }
      guests[guest, default: 0] += 1
      if hasPlace(for: guest) {
        enter(guest)
        return .admitted
      }
      lastNumber += 1
      door.append(Waiting(number: lastNumber, guest: guest, continuation: continuation))
      return .atDoor(lastNumber)
    }

    /// Frees the guest's place. Returns the waiting requests that get a place now.
    mutating func leave(_ guest: Guest) -> [CheckedContinuation<Void, any Error>] {
      Self.takeOne(guest, from: &guests)
      Self.takeOne(guest.network, from: &inside)
      Self.takeOne(guest.account, from: &accounts)
      strangers -= guest.isKnown ? 0 : 1
      var admitted: [CheckedContinuation<Void, any Error>] = []
      while let index = door.firstIndex(where: { $0.guest.isKnown && hasPlace(for: $0.guest) })
        ?? door.firstIndex(where: { hasPlace(for: $0.guest) })
      {
        let next = door.remove(at: index)
        enter(next.guest)
        admitted.append(next.continuation)
      }
      return admitted
    }

    /// Closes the queue. Returns the requests that wait for a place.
    mutating func close() -> [CheckedContinuation<Void, any Error>] {
      isClosed = true
      defer { door = [] }
      return door.map(\.continuation)
    }

    private func hasPlace(for guest: Guest) -> Bool {
      inside[guest.network, default: 0] < PasswordQueue.hashesFromNetwork
        && accounts[guest.account, default: 0] < PasswordQueue.hashesOfAccount
        && (guest.isKnown || strangers < PasswordQueue.hashesOfStrangers)
    }

    private mutating func enter(_ guest: Guest) {
      inside[guest.network, default: 0] += 1
      accounts[guest.account, default: 0] += 1
      strangers += guest.isKnown ? 0 : 1
    }

    /// Removes a request that has waited too long, and returns its continuation. Nil if the request already has a
    /// place.
    mutating func giveUp(_ number: Int) -> CheckedContinuation<Void, any Error>? {
      guard let index = door.firstIndex(where: { $0.number == number }) else { return nil }
      let waiting = door.remove(at: index)
      Self.takeOne(waiting.guest, from: &guests)
      return waiting.continuation
    }

    mutating func queue(_ guest: Guest, _ job: @escaping Job) -> Bool {
      if guest.isKnown { knownTurns.add(job, of: guest.network) } else { strangersTurns.add(job, of: guest.network) }
      defer { isHashing = true }
      return !isHashing
    }

    mutating func next() -> Job? {
      isKnownsTurn.toggle()
      let job = isKnownsTurn ? knownTurns.next() ?? strangersTurns.next() : strangersTurns.next() ?? knownTurns.next()  // guards N11: isKnownsTurn => false
      isHashing = job != nil
      return job
    }

    private static func takeOne<Key>(_ key: Key, from counts: inout [Key: Int]) {
      let left = counts[key, default: 1] - 1
      counts[key] = left > 0 ? left : nil
    }
  }
}

extension PasswordQueue {
  /// The waiting jobs by network. The networks take turns, with one job per turn.
  private struct Turns {
    private var jobs: [String: [Job]] = [:]
    private var order: [String] = []

    mutating func add(_ job: @escaping Job, of network: String) {
      if jobs[network] == nil { order.append(network) }
      jobs[network, default: []].append(job)
    }

    mutating func next() -> Job? {
      guard !order.isEmpty else { return nil }
      let network = order.removeFirst()
      guard var line = jobs[network], !line.isEmpty else { return next() }
      let job = line.removeFirst()
      jobs[network] = line.isEmpty ? nil : line
      if !line.isEmpty { order.append(network) }
      return job
    }
  }
}
