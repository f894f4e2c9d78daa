// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore

extension AccountSession {
  /// Hears of refused answers from now on; nil, and nothing is opened, where the person did not agree to reports.
  ///
  /// `account`: the account where the command has opened it already.
  static func reporting(_ session: Session, _ account: AccountSession? = nil) async throws -> AccountSession? {
    guard session.core.reading.settings.sendsReports else { return nil }
    if let account { return account }
    return try await AccountSession(session)
  }

  /// Sends what was queued; what is not answered within `patience` stays on the disk for another time.
  func sendReports(within patience: Duration = .seconds(5)) async {
    let closing = Task { [services] in
      try await Task.sleep(for: patience)
      await services.queue.close()
    }
    _ = await services.flushQueue()
    closing.cancel()
    await services.queue.close()
  }
}
