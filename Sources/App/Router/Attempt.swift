// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop

/// Makes a window; nil, and a word on standard error, where its file cannot be read.
@MainActor
func attempt<Made>(_ make: @MainActor () throws -> Made) -> Made? {
  do { return try make() } catch {
    StandardError.write("kurs: \(error)")
    return nil
  }
}
