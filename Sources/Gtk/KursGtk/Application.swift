// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk
import Glibc

@MainActor
public final class Application: Object {
  /// Creates the application. `id`: its D-Bus name. `resources`: the resource path of the style sheets.
  public convenience init(id: String, resources: String) {
    let made = kurs_application_new(id, resources)!
    self.init(made)
    g_object_unref(made)
    // When GTK emits this signal, it has initialised itself, as `HeldClicks` requires.
    connect("startup") { HeldClicks.start() }
    openFiles()
  }

  /// Prepares GTK to skip parts of its initialisation. Must be called before GTK starts and before another thread runs.
  public static func prepare() { kurs_application_prepare() }

  /// Calls `body` before GTK starts, in a process that will open windows. Doesn't call it in a process that passes its
  /// request to a running Kurs or waits on D-Bus for a request.
  public func onBeginning(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("begins", body)
  }

  public var isWaiting: Bool { g_application_get_flags(cast()).rawValue & G_APPLICATION_IS_SERVICE.rawValue != 0 }

  public func onStartup(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("startup", body)
  }

  /// Calls `body` each time the program is activated. D-Bus may activate the program more than once.
  public func onActivate(_ body: @escaping @MainActor @Sendable () -> Void) {
    connect("activate", body)
  }

  /// Passes files from a file manager to the action `open-file`, whose target has one path or URI per line.
  private func openFiles() {
    let handler:
      @convention(c) (
        UnsafeMutableRawPointer, UnsafePointer<OpaquePointer>, gint, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
      ) -> Void = { application, files, count, _, _ in
        let names = (0..<Int(count)).map { pathOrURI(of: files[$0]) }.joined(separator: "\n")
        g_action_group_activate_action(OpaquePointer(application), "open-file", g_variant_new_string(names))
      }
    g_signal_connect_data(raw, "open", unsafeBitCast(handler, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
  }

  public func run() -> Int32 {
    g_application_run(cast(), CommandLine.argc, CommandLine.unsafeArgv)
  }

  /// Sets the icon of all windows by its name in the icon theme. Some panels show the window's icon.
  public func offerIcon(_ name: String) { gtk_window_set_default_icon_name(name) }

  public func hold() { g_application_hold(cast()) }

  public func release() { g_application_release(cast()) }

  public func holding(_ work: @escaping @MainActor @Sendable () async -> Void) {
    hold()
    Task {
      await work()
      release()
    }
  }
}

@MainActor
public enum MainQueue {
  /// Makes the GLib main loop run the work of Swift's main queue. Must be called once, before the loop runs.
  public static func attach() {
    g_unix_fd_add(
      _dispatch_get_main_queue_handle_4CF(), G_IO_IN,
      { descriptor, _, _ in
        var pending: UInt64 = 0
        // Reads the eventfd, because Swift's callback doesn't. Otherwise, GLib would call this handler again and again.
        while read(descriptor, &pending, 8) < 0, errno == EINTR {}
        MainQueue.dispatches += 1
        _dispatch_main_queue_callback_4CF(nil)
        return 1
      }, nil)
  }

  /// Counts how often the main queue woke the loop, to test idle programs. Only the main loop changes the count.
  public private(set) nonisolated(unsafe) static var dispatches: UInt64 = 0
}

public enum Memory {
  /// The number of used bytes in the heap. Tests use it to find memory that a closed window didn't free.
  public static var inUse: Int {
    let heap = mallinfo2()
    return Int(heap.uordblks + heap.hblkhd)
  }

  public static func returnFreeMemory() { malloc_trim(0) }
}

/// Decodes one picture in a separate, sandboxed process of this program.
public enum PictureProcess {
  public enum Form: String, Sendable {
    /// The raw pixels: width and height as four little-endian bytes each, then rows of red, green, blue and alpha.
    case pixels
    case png
  }

  private static let option = "--decode-picture"

  /// Returns the process's arguments. `kind`: `png`, `jpeg` or `gif`. `side`: the maximum width and height in pixels.
  public static func arguments(kind: String, side: Int, as form: Form) -> [String] {
    [option, kind, String(side), form.rawValue]
  }

  /// Decodes the picture that the arguments request, and returns the exit status. Nil if they request no picture.
  @MainActor
  public static func run(_ arguments: [String]) -> Int32? {
    guard arguments.count == 5, arguments[1] == option, let side = Int32(arguments[3]),
      let form = Form(rawValue: arguments[4])
    else { return nil }
    return kurs_picture_process(arguments[2], side, form == .png ? 1 : 0)
  }
}

public struct Notification: Equatable, Sendable {
  /// A button of a notification, with its action and target. Pressing it starts Kurs if Kurs isn't running.
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

  /// `press`: the action that a press on the notification or on its first button runs.
  public init(title: String, text: String, press: Press, others: [Press] = []) {
    (self.title, self.text, self.press, self.others) = (title, text, press, others)
  }
}

extension Application {
  /// Shows a notification. It replaces an earlier notification with the same name.
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
  public func onWindowActivated(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectArgument("window-added") { [weak self] window in
      guard let window else { return }
      Window(window).connectArgument("notify::is-active") { _ in
        // GTK emits notify::is-active also when a window stops being active, so the guard checks for an active window.
        guard let self, let active = gtk_application_get_active_window(self.cast()), gtk_window_is_active(active) != 0
        else { return }
        body()
      }
    }
  }
}

extension Window {
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

/// The result of parsing an option's text. If Kurs already runs, `value` and `option` are sent to the running program.
public enum OptionReading: Equatable, Sendable {
  case value(String)
  /// The text belongs to another option. The values are that option's name and the text.
  case option(String, String)
  case refused(String, Int32)
}

extension Application {
  /// Adds the option `--NAME=TEXT`. `read` parses the text, and `opened` receives the parsed text in the running
  /// program. If `name` is empty, `read` gets all arguments that aren't options, joined by spaces.
  public func addOption(
    _ name: String, help: String, value: String,
    read: @escaping @MainActor @Sendable (String) -> OptionReading,
    opened: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let kind = name.isEmpty ? G_OPTION_ARG_STRING_ARRAY : G_OPTION_ARG_STRING
    g_application_add_main_option(cast(), name, 0, GOptionFlags(rawValue: 0), kind, help, value)
    let action = "open-\(name.isEmpty ? "text" : name)"
    installChoice(action, "", opened)
    onOption(name) { application, given in
      switch read(given.words.joined(separator: " ")) {
      case .refused(let sentence, let status):
        application.printError(sentence)
        return status
      case .value(let text): return application.forward(action, g_variant_new_string(text))
      case .option(let name, let text): return application.forward("open-\(name)", g_variant_new_string(text))
      }
    }
  }

  public func addOption(_ action: some Action, help: String) {
    let name = action.rawValue
    g_application_add_main_option(cast(), name, 0, GOptionFlags(rawValue: 0), G_OPTION_ARG_NONE, help, nil)
    onOption(name) { application, _ in application.forward(name, nil) }
  }

  public func setUsage(_ usage: String) { g_application_set_option_context_parameter_string(cast(), usage) }

  private func onOption(_ name: String, _ body: @escaping @MainActor @Sendable (Application, OpaquePointer) -> Int32) {
    connectOptions { [weak self] options in
      guard let self, let given = g_variant_dict_lookup_value(options, name, nil) else { return -1 }
      defer { g_variant_unref(given) }
      return body(self, given)
    }
  }

  private func forward(_ action: String, _ target: OpaquePointer?) -> Int32 {
    guard g_application_register(cast(), nil, nil) != 0 else { return 1 }
    g_action_group_activate_action(opaque, action, target)
    return -1
  }

  private func printError(_ sentence: String) {
    (sentence + "\n").withCString { _ = write(2, $0, strlen($0)) }
  }
}

extension OpaquePointer {
  @MainActor fileprivate var words: [String] {
    guard g_variant_is_of_type(self, g_variant_type_string) == 0 else {
      return [String(cString: g_variant_get_string(self, nil))]
    }
    return (0..<g_variant_n_children(self)).map { index in
      let child = g_variant_get_child_value(self, index)
      defer { g_variant_unref(child) }
      return String(cString: g_variant_get_string(child, nil))
    }
  }
}

typealias OptionsHandler = @MainActor @Sendable (UnsafeMutablePointer<GVariantDict>) -> Int32

extension Object {
  func connectOptions(_ body: @escaping OptionsHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<GVariantDict>, UnsafeMutableRawPointer) ->
        Int32 = { _, options, data in
          let box = Unmanaged<Box<OptionsHandler>>.fromOpaque(data).takeUnretainedValue()
          // `nonisolated(unsafe)` is safe, because the pointer is used only during this call and on this thread.
          nonisolated(unsafe) let options = options
          return MainActor.assumeIsolated { box.body(options) }
        }
    attach("handle-local-options", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}
