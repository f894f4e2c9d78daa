// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Application {
  /// Calls `body` whenever one of the application's windows becomes the one that is typed into.
  public func onWindowActivated(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectArgument("window-added") { [weak self] window in
      guard let window else { return }
      Window(window).connectArgument("notify::is-active") { _ in
        // The same word comes when a window ceases to be active.
        guard let self, let active = gtk_application_get_active_window(self.cast()), gtk_window_is_active(active) != 0
        else { return }
        body()
      }
    }
  }
}

extension Window {
  /// Calls `body` once the window is the one that is typed into, now or later.
  public func onceActive(_ body: @escaping @MainActor @Sendable () -> Void) {
    guard gtk_window_is_active(cast()) == 0 else { return body() }
    let waiting = Waiting(body)
    connectArgument("notify::is-active") { _ in
      waiting.body?()
      waiting.body = nil
    }
  }
}

@MainActor
private final class Waiting {
  var body: PlainHandler?

  init(_ body: @escaping PlainHandler) { self.body = body }
}
