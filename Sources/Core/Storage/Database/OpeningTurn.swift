// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation

/// Programs that open or change files of one folder at the same moment take turns: two that both find a file new would
/// both switch its journal and make its tables, and one of them fail.
package enum OpeningTurn {
  private static let patience = 500
  private static let pause: UInt32 = 10_000

  /// Runs `body` while no other program opens a file in the folder, or after five seconds all the same.
  package static func take<T>(in folder: String, _ body: () throws -> T) rethrows -> T {
    // The folder's own lock (flock): no file stays behind, and it ends with the process.
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    for _ in 0..<patience where descriptor >= 0 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { break }
      usleep(pause)
    }
    return try body()
  }
}
