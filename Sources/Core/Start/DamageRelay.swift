// SPDX-License-Identifier: GPL-3.0-or-later
import KursStorage
import Synchronization

/// Passes on what a file was found to be, to whoever is there to hear it by then.
final class DamageRelay: Sendable {
  private let listener = Mutex<(@Sendable (SetAside) -> Void)?>(nil)

  func attach(_ listener: @escaping @Sendable (SetAside) -> Void) {
    self.listener.withLock { $0 = listener }
  }

  var tell: @Sendable (SetAside) -> Void {
    { [self] aside in listener.withLock { $0 }?(aside) }
  }
}
