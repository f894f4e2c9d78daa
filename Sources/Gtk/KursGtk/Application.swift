// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// An `AdwApplication`: one process, its windows and its main loop.
@MainActor
public final class Application: Object {
  /// An application with this id; another one running under the same id is activated instead. Style sheets are
  /// taken from the resources under `resources`.
  public convenience init(id: String, resources: String) {
    // No flags: newer headers of GLib make a set of each such type, which has no member for none.
    let made = adw_application_new(id, GApplicationFlags(rawValue: 0))!
    g_application_set_resource_base_path(made.withMemoryRebound(to: GApplication.self, capacity: 1) { $0 }, resources)
    self.init(made)
    g_object_unref(made)
  }

  /// Calls `body` at each activation; under D-Bus that may be more than once.
  public func onActivate(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("activate", body)
  }

  /// Runs the main loop until the last window is closed; returns the exit status.
  public func run() -> Int32 {
    g_application_run(cast(), CommandLine.argc, CommandLine.unsafeArgv)
  }

  /// Keeps the main loop running though no window is open yet.
  public func hold() { g_application_hold(cast()) }

  /// Ends a `hold`.
  public func release() { g_application_release(cast()) }

  /// Ends the main loop.
  public func quit() { g_application_quit(cast()) }

  /// Shows the window as one of this application.
  public func add(_ window: Window) { gtk_application_add_window(cast(), window.cast()) }
}
