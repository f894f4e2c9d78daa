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

/// The bridge by which main-actor work runs on GLib's main loop.
@MainActor
public enum MainQueue {
  /// Lets the GLib main loop drain Swift's main queue; call once, before the loop runs.
  public static func attach() {
    kurs_main_queue_attach()
  }

  /// How often the loop was woken for the main queue, for the test that an idle program does not spin.
  public static var dispatches: UInt64 { UInt64(kurs_main_queue_dispatches()) }
}

/// How the process keeps its memory small.
public enum Memory {
  /// Bytes of the heap that are in use: what grows with each opening of a window, the window leaves behind.
  public static var inUse: Int { Int(kurs_memory_in_use()) }

  /// Gives back to the system what of the heap is free.
  public static func settle() { kurs_memory_settle() }
}

/// The program as a decoder of one picture: another process of it, locked in before it reads a byte.
public enum PictureProcess {
  public enum Form: String, Sendable {
    /// Width and height as four bytes each, little end first, then rows of red, green, blue and alpha.
    case pixels
    /// A PNG file that says nothing of where the picture came from.
    case png
  }

  private static let option = "--decode-picture"

  /// The arguments of such a process; `kind`: gdk-pixbuf's name; `side`: at most so many pixels on the longer side.
  public static func arguments(kind: String, side: Int, as form: Form) -> [String] {
    [option, kind, String(side), form.rawValue]
  }

  /// The exit status of a process that was started so; nil for any other.
  @MainActor
  public static func run(_ arguments: [String]) -> Int32? {
    guard arguments.count == 5, arguments[1] == option, let side = Int32(arguments[3]),
      let form = Form(rawValue: arguments[4])
    else { return nil }
    return kurs_picture_process(arguments[2], side, form == .png ? 1 : 0)
  }
}

/// One notice of the desktop's own, with what a press on it runs.
public struct Notification: Equatable, Sendable {
  /// An action of the whole program with its target: pressed later, it starts the program again.
  public struct Press: Equatable, Sendable {
    var label: String
    var action: String
    var target: String

    public init(_ label: String, action: String, target: String) {
      (self.label, self.action, self.target) = (label, action, target)
    }
  }

  var title: String
  var text: String
  var press: Press
  var others: [Press]

  /// `press`: what a press on the notice itself runs, and its first button.
  public init(title: String, text: String, press: Press, others: [Press] = []) {
    (self.title, self.text, self.press, self.others) = (title, text, press, others)
  }
}

extension Application {
  /// Shows a notice of the desktop's; another one by the same name takes its place.
  public func notify(_ name: String, _ notice: Notification) {
    guard let made = g_notification_new(notice.title) else { return }
    g_notification_set_body(made, notice.text)
    g_notification_set_default_action_and_target_value(
      made, notice.press.action, g_variant_new_string(notice.press.target))
    for press in [notice.press] + notice.others {
      g_notification_add_button_with_target_value(
        made, press.label, press.action, g_variant_new_string(press.target))
    }
    g_application_send_notification(cast(), name, made)
    g_object_unref(UnsafeMutableRawPointer(made))
  }
}

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
