// SPDX-License-Identifier: GPL-3.0-or-later
public import Foundation

extension Process {
  /// Kills the process at once.
  ///
  /// `terminate()` sends SIGTERM, which the process never receives. A test runs on a libdispatch thread, where all
  /// signals are blocked, and child processes inherit the blocked signals.
  public func end() { if isRunning { kill(processIdentifier, SIGKILL) } }
}
