// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KursAPI
import KursModel
public import KursStorage
public import KursWorkflow

extension Core {
  /// The account over the person's file; reads and asks nothing until it is started.
  ///
  /// `lockFolder`: where programs of one person agree who renews (`XDG_RUNTIME_DIR`); nil where there is none.
  /// `data`: what the caller keeps of a member outside the person's file.
  public func account(
    _ person: PersonDatabase, lockFolder: String?, data: [MemberData] = []
  ) -> AccountWorkflow {
    let listener = loggingListener
    var surroundings = AccountEnvironment(
      secrets: environment.secrets,
      client: { [environment, networkSwitch] in
        AccountClient(Self.client(environment, networkSwitch, listener)())
      },
      clock: environment.clock, uptime: { .now }, sleep: { await Uptime.sleep(until: $0) },
      jitter: { Int64.random(in: 0...1000) }, boot: Uptime.boot, device: Self.hostName, lockFolder: lockFolder,
      browser: .live)
    surroundings.track = track
    surroundings.note = noteInLog
    surroundings.release = ReleaseNumber(kursVersion)
    return AccountWorkflow(person: person, environment: surroundings, data: memberData + data)
  }

  /// Reports what a check refused, and writes it into the log.
  var loggingListener: RefusalListener {
    RefusalListener(clock: { [clock = environment.clock] in clock().milliseconds }) {
      [weak refusals, log, clock = environment.clock] refused in
      await log.note(.refused(refused, at: clock()))
      await refusals?.hear(refused)
    }
  }

  var noteInLog: @Sendable (LogEntry) async -> Void {
    { [log] entry in await log.note(entry) }
  }

  /// A member's data outside the person's own file.
  private var memberData: [MemberData] {
    [MemberData(name: "http-cache") { [network = environment.network] in try await network?.erase($0) }]
  }

  private static var hostName: String {
    var name = [CChar](repeating: 0, count: 101)
    // The last byte stays zero: a longer name is cut.
    gethostname(&name, 100)
    return name.withUnsafeBytes { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension Uptime {
  /// The current time.
  static var now: Uptime {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Uptime(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  static func sleep(until moment: Uptime) async {
    // A clock that stops with the machine may wake us early.
    while !Task.isCancelled, case let rest = moment - .now, rest > 0 {
      try? await Task.sleep(for: .milliseconds(rest), clock: .continuous)
    }
  }

  /// The kernel's name for this run of the machine; empty where it gives none, so that no stored deadline counts.
  static var boot: String {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "r") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, 64, file) != nil else { return "" }
    return line.withUnsafeBytes { String(decoding: $0.prefix { $0 > 32 }, as: UTF8.self) }
  }
}
