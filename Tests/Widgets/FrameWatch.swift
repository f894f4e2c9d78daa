// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How long the main thread kept its loop from turning; time spent waiting for a processor is not its own.
struct FrameWatch {
  /// A sixtieth of a second, in nanoseconds.
  static let frame: Int64 = 16_666_667

  /// The longest work between two turns, in nanoseconds of processor time.
  private(set) var longestWork: Int64 = 0
  /// The longest time between two turns in which nothing else was done, in nanoseconds.
  private(set) var longestGap: Int64 = 0
  private(set) var turns = 0
  private var last = Moment.now

  /// Called once in each turn of the loop.
  mutating func turn() {
    let now = Moment.now
    longestWork = max(longestWork, now.worked - last.worked)
    longestGap = max(longestGap, now.time - last.time - (now.waited - last.waited))
    turns += 1
    last = now
  }
}

/// What the kernel has counted of the calling thread.
private struct Moment {
  let time: Int64
  let worked: Int64
  /// Ready to run, and no processor free; 0 where the kernel does not count it.
  let waited: Int64

  static var now: Moment {
    Moment(time: nanoseconds(CLOCK_MONOTONIC), worked: nanoseconds(CLOCK_THREAD_CPUTIME_ID), waited: runQueueWait)
  }

  private static func nanoseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// https://docs.kernel.org/scheduler/sched-stats.html: running, waiting, slices.
  private static var runQueueWait: Int64 {
    guard let file = fopen("/proc/thread-self/schedstat", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, 128, file) != nil else { return 0 }
    let words = line.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }.split(separator: " ")
    return words.count > 1 ? Int64(words[1]) ?? 0 : 0
  }
}
