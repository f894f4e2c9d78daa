// SPDX-License-Identifier: GPL-3.0-or-later
import KursWorkflow

/// Writes a whole file beside the main thread; why it could not, or nil.
@concurrent
func writeFile(_ bytes: [UInt8], to path: String) async -> FileFailure? {
  do {
    try WholeFile.write(bytes, to: path)
    return nil
  } catch {
    return error
  }
}
