// SPDX-License-Identifier: GPL-3.0-or-later
public import Foundation

extension Process {
  /// Kills the process at once.
  ///
  /// `terminate()` doesn't work. A test runs on a libdispatch thread, which blocks all signals. Child processes inherit
  /// this, so they never receive SIGTERM.
  public func end() { if isRunning { kill(processIdentifier, SIGKILL) } }
}
