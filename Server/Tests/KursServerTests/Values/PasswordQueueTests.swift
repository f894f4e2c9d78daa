// SPDX-License-Identifier: GPL-3.0-or-later
import Dispatch
import Synchronization
import Testing

@testable import KursServer

@Suite struct PasswordQueueTests {
  private static func queue(patience: Int = 600) -> PasswordQueue {
    PasswordQueue(
      cost: .init(rounds: 4, blockSize: 8, parallelism: 1), patience: .seconds(patience),
      random: { [UInt8](repeating: 7, count: $0) })
  }

  private final class Order: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock(\.self) }

    func add(_ name: String) { names.withLock { $0.append(name) } }
  }

  /// Runs `test` while the passwords of these guests are being checked.
  private func inside(
    _ guests: [PasswordQueue.Guest], of queue: PasswordQueue, _ test: () async throws -> Void
  ) async throws {
    guard let guest = guests.first else { return try await test() }
    try await queue.admitted(guest) { try await inside(Array(guests.dropFirst()), of: queue, test) }
  }

  @Test("at most two passwords of one account are checked in parallel")
  func atMostTwoPasswordsOfOneAccountAreCheckedInParallel() async throws {
    let queue = Self.queue(patience: 0)
    let guests = (0..<2).map { PasswordQueue.Guest(account: "eve", address: "192.0.2.\($0)") }
    try await inside(guests, of: queue) {
      for isKnown in [false, true] {
        await #expect(throws: Refusal(.busy, .init(retryAfter: AttemptLimits.busySeconds))) {
          try await queue.admitted(.init(account: "eve", address: "192.0.2.9", isKnown: isKnown)) { true }
        }
      }
      let isAdmitted = try await queue.admitted(.init(account: "ada", address: "192.0.2.0")) { true }
      #expect(isAdmitted)
    }
    #expect(try await queue.admitted(guests[0]) { true })
  }

  // fault: N11
  @Test("a third simultaneous password from an unknown network address is refused")
  func aThirdSimultaneousPasswordFromAnUnknownNetworkAddressIsRefused() async throws {
    let queue = Self.queue()
    let order = Order()
    let stranger = PasswordQueue.Guest(account: "ada", address: "192.0.2.1")
    var waiting: [Task<Void, any Error>] = []
    try await inside([stranger, stranger], of: queue) {
      await #expect(throws: Refusal(.busy, .init(retryAfter: AttemptLimits.busySeconds))) {
        try await queue.admitted(stranger) { true }
      }
      let owner = PasswordQueue.Guest(account: "ada", address: "192.0.2.9")
      let known = PasswordQueue.Guest(account: "ada", address: "192.0.2.1", isKnown: true)
      for (count, guest) in [owner, owner, known].enumerated() {
        waiting.append(Task { try await queue.admitted(guest) { order.add(guest.isKnown ? "known" : "owner") } })
        while queue.waiting <= count { await Task.yield() }
      }
      #expect(order.all.isEmpty)
    }
    for each in waiting { try await each.value }
    #expect(order.all.first == "known" && order.all.count == 3)
  }

  // fault: N11
  @Test("a known computer's password is checked before fifty from unknown computers")
  func aKnownComputersPasswordIsCheckedBeforeFiftyFromUnknownComputers() async throws {
    let queue = Self.queue()
    // This hash takes long enough for all other requests to arrive.
    let slow = PasswordHash(cost: .init(rounds: 16, blockSize: 8, parallelism: 3), salt: [7], digest: [7])
    let quick = PasswordHash(cost: .init(rounds: 12, blockSize: 8, parallelism: 1), salt: [7], digest: [7])
    let order = Order()
    try await withThrowingTaskGroup(of: Void.self) { group in
      func add(_ name: String, _ guest: PasswordQueue.Guest, _ hash: PasswordHash) {
        group.addTask {
          _ = try await queue.matches(Password("wrong"), stored: hash, for: guest)
          order.add(name)
        }
      }
      add("slow", .init(account: "slow", address: "192.0.2.200"), slow)
      try await Task.sleep(for: .milliseconds(50))
      for number in 0..<50 { add("stranger", .init(account: "\(number)", address: "192.0.2.\(number)"), quick) }
      try await Task.sleep(for: .milliseconds(50))
      add("known", .init(account: "ada", address: "198.51.100.1", isKnown: true), quick)
      try await group.waitForAll()
    }
    #expect(try #require(order.all.firstIndex(of: "known")) < 20)
  }

  // fault: N11
  @Test("simultaneous passwords from one home's IPv6 networks are limited together")
  func simultaneousPasswordsFromOneHomesIPv6NetworksAreLimitedTogether() async throws {
    let queue = Self.queue(patience: 0)
    let busy = Refusal(.busy, .init(retryAfter: AttemptLimits.busySeconds))
    let home = (0..<4).map { PasswordQueue.Guest(account: "\($0)", address: "20010db80001000\($0)") }
    try await inside(home, of: queue) {
      await #expect(throws: busy) { try await queue.admitted(.init(account: "5", address: "20010db800010009")) { true } }
      let isAdmitted = try await queue.admitted(.init(account: "5", address: "20010db800020009")) { true }
      #expect(isAdmitted)
    }
    let all = (0..<PasswordQueue.hashesOfStrangers).map {
      PasswordQueue.Guest(account: "\($0)", address: "192.0.2.\($0)")
    }
    try await inside(all, of: queue) {
      await #expect(throws: busy) { try await queue.admitted(.init(account: "a", address: "198.51.100.1")) { true } }
      let known = PasswordQueue.Guest(account: "a", address: "198.51.100.1", isKnown: true)
      let isAdmitted = try await queue.admitted(known) { true }
      #expect(isAdmitted)
    }
  }

  @Test("a fifth password from a network address waits for an earlier check")
  func aFifthPasswordFromANetworkAddressWaitsForAnEarlierCheck() async throws {
    let queue = Self.queue()
    let order = Order()
    var fifth: Task<Void, any Error>?
    try await inside((0..<4).map { .init(account: "\($0)", address: "a") }, of: queue) {
      fifth = Task { try await queue.admitted(.init(account: "fifth", address: "a")) { order.add("fifth") } }
      // A password from another IP address doesn't wait.
      try await queue.admitted(.init(account: "other", address: "b")) { order.add("other") }
    }
    try await fifth?.value
    #expect(order.all == ["other", "fifth"])
  }

  @Test("a password check that waits too long gets the busy error")
  func aPasswordCheckThatWaitsTooLongGetsTheBusyError() async throws {
    let queue = Self.queue(patience: 0)
    let guests = (0..<4).map { PasswordQueue.Guest(account: "\($0)", address: "a") }
    try await inside(guests, of: queue) {
      for _ in 0..<5 {
        await #expect(throws: Refusal(.busy, .init(retryAfter: AttemptLimits.busySeconds))) {
          try await queue.admitted(.init(account: "fifth", address: "a")) { true }
        }
      }
    }
    #expect(try await queue.admitted(.init(account: "fifth", address: "a")) { true })
  }

  @Test("the right password is accepted and a wrong password refused")
  func theRightPasswordIsAcceptedAndAWrongPasswordRefused() async throws {
    let queue = Self.queue()
    let guest = PasswordQueue.Guest(account: "ada", address: "a")
    let hash = try await queue.hash(Password("correct horse"), for: guest)
    #expect(try await queue.matches(Password("correct horse"), stored: hash, for: guest))
    #expect(try await !queue.matches(Password("wrong horses"), stored: hash, for: guest))
    #expect(try await !queue.matches(Password("correct horse"), stored: nil, for: guest))
  }
}
