// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// An `AdwApplication`: one process, its windows and its main loop.
@MainActor
public final class Application: Object {
  /// An application with this id; another one running under the same id is activated instead. Style sheets are
  /// taken from the resources under `resources`.
  public convenience init(id: String, resources: String) {
    let made = kurs_application_new(id, resources)!
    self.init(made)
    g_object_unref(made)
  }

  /// Chooses what GTK leaves out at its start; before GTK begins, and before there is a second thread.
  public static func prepare() { kurs_application_prepare() }

  /// Calls `body` before GTK begins, in the program that will have the windows: not in one that hands over to it, nor in
  /// one that the bus started, which waits for what it is asked.
  public func onBeginning(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("begins", body)
  }

  /// Whether the bus started the program, to wait for what it is asked.
  public var isWaiting: Bool { g_application_get_flags(cast()).rawValue & G_APPLICATION_IS_SERVICE.rawValue != 0 }

  /// Calls `body` once GTK has begun, whoever started the program.
  public func onStartup(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("startup", body)
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

  /// The program does not end before this is done.
  public func holding(_ work: @escaping @MainActor @Sendable () async -> Void) {
    hold()
    Task {
      await work()
      release()
    }
  }
}
