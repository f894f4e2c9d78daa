// SPDX-License-Identifier: GPL-3.0-or-later
public import Foundation

extension Process {
  /// Ends it at once.
  ///
  /// Not `terminate()`: a test runs on a thread of libdispatch, which blocks all signals, and its children inherit that, so
  /// that they never hear of SIGTERM.
  public func end() { if isRunning { kill(processIdentifier, SIGKILL) } }
}
