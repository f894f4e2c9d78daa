// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import KursModel

/// The clock of this machine, in the time zone of the person.
public enum LiveClock {
  public static func now() -> Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return moment(Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// A moment, with the offset that the person's zone has then.
  public static func moment(_ milliseconds: Int64) -> Timestamp {
    // Read anew, for a person may travel while the program runs.
    tzset()
    var (seconds, local) = (time_t(milliseconds / 1000), tm())
    localtime_r(&seconds, &local)
    return Timestamp(milliseconds: milliseconds, offset: Int32(clamping: local.tm_gmtoff))
  }
}
