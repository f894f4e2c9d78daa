// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import XCTest

@testable import KursGtk

/// Measures how long the main thread blocked the main loop. Waiting for a processor does not count.
struct FrameWatch {
  /// One sixtieth of a second, in nanoseconds.
  static let frame: Int64 = 16_666_667

  /// The longest processor time between two loop turns, in nanoseconds.
  private(set) var longestWork: Int64 = 0
  /// The longest wall time between two loop turns, minus the wait for a processor, in nanoseconds.
  private(set) var longestGap: Int64 = 0
  private(set) var turns = 0
  private var last = Moment.now

  /// Call this once in each turn of the loop.
  mutating func turn() {
    let now = Moment.now
    longestWork = max(longestWork, now.worked - last.worked)
    longestGap = max(longestGap, now.time - last.time - (now.waited - last.waited))
    turns += 1
    last = now
  }
}

extension FrameWatch {
  /// Runs work while the main loop runs. Fails if in each of three tries a loop turn took longer than a frame.
  ///
  /// `prepare` sets up each try and returns its work.
  @MainActor
  static func assertNoFrameIsLate(
    _ what: String, prepare: @escaping @Sendable (Int) async throws -> @Sendable () async throws -> Void
  ) throws {
    var (work, gap) = (Int64.max, Int64.max)
    // Another program may delay a turn of the loop in one try, but hardly in all three.
    for turn in 0..<3 where work > frame || gap > frame {
      var prepared: Result<@Sendable () async throws -> Void, any Error>?
      Task { prepared = await Result { try await prepare(turn) } }
      while prepared == nil { MainLoop.run(milliseconds: 50) }
      let body = try XCTUnwrap(prepared).get()
      var outcome: Result<Void, any Error>?
      var watch = FrameWatch()
      Task { outcome = await Result { try await body() } }
      while outcome == nil {
        MainLoop.run(milliseconds: 1)
        watch.turn()
      }
      try XCTUnwrap(outcome).get()
      (work, gap) = (min(work, watch.longestWork), min(gap, watch.longestGap))
    }
    print("\(what): work \(work / 1000) µs, gap \(gap / 1000) µs")
    XCTAssertLessThanOrEqual(work, frame, what)
    XCTAssertLessThanOrEqual(gap, frame, what)
  }
}

extension Result where Success: Sendable, Failure == any Error {
  fileprivate init(_ body: @Sendable () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// The kernel's counters of the calling thread.
private struct Moment {
  let time: Int64
  let worked: Int64
  /// The time for which the thread waited for a processor. 0 if the kernel does not count it.
  let waited: Int64

  static var now: Moment {
    Moment(time: nanoseconds(CLOCK_MONOTONIC), worked: nanoseconds(CLOCK_THREAD_CPUTIME_ID), waited: runQueueWait)
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The nanoseconds for which this thread has waited for a processor: the second number of
  /// `/proc/thread-self/schedstat` (https://docs.kernel.org/scheduler/sched-stats.html). 0 if the kernel doesn't count
  /// them.
  private static var runQueueWait: Int64 {
    guard let file = fopen("/proc/thread-self/schedstat", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let words = line.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }.split(separator: " ")
    return words.count > 1 ? Int64(words[1]) ?? 0 : 0
  }
}
