// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursWorkflow

/// The account and what goes with it: put together after the first frame, started once nobody waits for a number.
@MainActor
final class ServicesRoute {
  private let make: @Sendable () async -> AccountServices
  private var making: Task<AccountServices, Never>?

  init(make: @escaping @Sendable () async -> AccountServices) {
    self.make = make
  }

  /// Put together when first asked for; not started by it.
  var services: AccountServices {
    get async {
      let making = making ?? Task { [make] in await make() }
      self.making = making
      return await making.value
    }
  }

  /// Finds out who is signed in; a window that shows the account need not wait for its turn.
  func started() async -> AccountServices {
    let services = await services
    await services.start { Desktop.gio.networkAvailable() }
    return services
  }

  /// A window came to the front; until something is put together there is nothing to look at.
  func attended() {
    Task { [making] in await making?.value.attended() }
  }

  /// Returns once nothing of a member is being written or sent.
  func end() async { await making?.value.end() }
}
