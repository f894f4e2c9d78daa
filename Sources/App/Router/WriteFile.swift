// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursWorkflow

/// Writes a whole file beside the main thread; why it could not, or nil.
@concurrent
func writeFile(_ bytes: [UInt8], to path: String) async -> FileFailure? {
  // A dialog gives the URI of a place that has no path.
  if path.contains("://") {
    let fault = replaceFile(uri: path, with: bytes)
    return fault == 0 ? nil : FileFailure(fault, path)
  }
  do {
    try WholeFile.write(bytes, to: path)
    return nil
  } catch {
    return error
  }
}
