// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

/// The terminal's standard error.
public enum StandardError {
  /// Writes a line to it.
  public static func write(_ line: String) {
    // Not `fputs(…, stderr)`: the C variable is mutable, so the compiler takes it for shared state.
    let bytes = Array((line + "\n").utf8)
    _ = bytes.withUnsafeBytes { CDesktop.write(2, $0.baseAddress, $0.count) }
  }
}
