// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Lets clients that are made early be heard by a listener that comes late: nobody pays for reports at the start.
public final class RefusalRelay: Sendable {
  private let attached = Mutex<RefusalListener?>(nil)

  public init() {}

  public func attach(_ listener: RefusalListener) {
    attached.withLock { $0 = listener }
  }

  /// Hears of refused answers; does nothing until a listener is attached.
  public func hear(_ refused: RefusedAnswer) async {
    await attached.withLock { $0 }?.hear(refused)
  }
}
