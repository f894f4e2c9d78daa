// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// How a program of Kurs ends.
public enum ProgramEnd {
  /// Ends the process with a status, all that was written flushed.
  ///
  /// Not by `exit`, which runs OpenSSL's clean-up while a thread of libcurl may still be inside it: that crashes. What is
  /// stored is safe at any moment, so nothing needs an orderly end.
  public static func now(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}
