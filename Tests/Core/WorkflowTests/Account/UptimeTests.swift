// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursWorkflow
import Testing

@testable import KursCore

@Suite struct UptimeTests {
  /// Nothing notifies the sign-in state machine of sleep, so its alarm must ring when the computer wakes.
  @Test("the sign-in timer keeps running while the computer sleeps")
  func theSignInTimerKeepsRunningWhileTheComputerSleeps() async {
    await #expect(processExitsWith: .success) {
      Task { await Uptime.sleep(until: .now + 60_000) }
      // The test runs in a separate process, which has no other timer of the clock CLOCK_BOOTTIME.
      for _ in 0..<1000 {
        if Self.timers.contains(CLOCK_BOOTTIME) { exit(EXIT_SUCCESS) }
        usleep(1000)
      }
      exit(EXIT_FAILURE)
    }
  }

  /// The clocks of this process's active timers.
  private static var timers: Set<clockid_t> {
    let folder = "/proc/self/fdinfo/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.reduce(into: []) { clocks, name in
      let lines = (try? String(contentsOfFile: folder + name, encoding: .utf8))?.split(separator: "\n") ?? []
      let fields = lines.reduce(into: [:]) { $0[$1.prefix { $0 != ":" }] = $1.drop { $0 != ":" }.dropFirst(2) }
      guard let clock = fields["clockid"].flatMap({ clockid_t($0) }), fields["it_value"] != "(0, 0)" else { return }
      clocks.insert(clock)
    }
  }
}
