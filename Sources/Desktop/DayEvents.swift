// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import Dispatch
import Glibc

/// Yields at local midnight, and when the clock jumps, as after a suspend. The program sleeps in between.
public enum DayEvents {
  /// Starts the stream. `next`: returns the time of the next event, in seconds since 1970.
  public static func stream(next: @escaping @Sendable () -> Int = { DayEvents.nextMidnight() }) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let timer = timerfd_create(CLOCK_REALTIME, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      guard timer >= 0 else { return continuation.finish() }
      let queue = DispatchQueue.global(qos: .utility)
      let events = TimerEvents(source: DispatchSource.makeReadSource(fileDescriptor: timer, queue: queue))
      events.source.setEventHandler {
        // Reading the timer fails if the clock has jumped. A jump is an event too.
        var count = UInt64(0)
        _ = read(timer, &count, 8)
        set(timer, to: next())
        continuation.yield()
      }
      events.source.setCancelHandler { close(timer) }
      continuation.onTermination = { _ in events.source.cancel() }
      set(timer, to: next())
      events.source.activate()
    }
  }

  /// Starts a timer that ends at `moment`, in seconds since 1970. If the clock jumps, the timer ends immediately.
  private static func set(_ timer: Int32, to moment: Int) {
    var end = itimerspec()
    end.it_value.tv_sec = moment
    timerfd_settime(timer, Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET), &end, nil)
  }

  public static func nextMidnight() -> Int { nextMidnight(after: time(nil)) }

  /// Returns the next local midnight plus one second, in seconds since 1970. By then no clock shows the old day.
  public static func nextMidnight(after moment: Int) -> Int {
    // The time zone is read each time, because the user may travel while Kurs runs.
    tzset()
    var (now, local) = (moment, tm())
    localtime_r(&now, &local)
    (local.tm_mday, local.tm_hour, local.tm_min, local.tm_sec) = (local.tm_mday + 1, 0, 0, 1)
    // With -1, `mktime` finds out whether daylight saving time applies at midnight. It may change before midnight.
    local.tm_isdst = -1
    return mktime(&local)
  }
}

/// Wraps a Dispatch source, which may be used on any thread.
private struct TimerEvents: @unchecked Sendable {
  let source: any DispatchSourceRead
}
