// SPDX-License-Identifier: GPL-3.0-or-later
import COpened
import Glibc

/// The functions of GIO, which are loaded on first use. Linking GIO would slow down each start of `kurs-cli`.
enum GIO {
  static let functions: kurs_gio? = open()

  private static func open() -> kurs_gio? {
    guard let library = dlopen("libgio-2.0.so.0", RTLD_NOW) else { return nil }
    var gio = kurs_gio()
    return kurs_gio_fill(&gio, library) ? gio : nil
  }
}

struct BusConnection {
  let gio: kurs_gio
  let bus: OpaquePointer
  /// The maximum wait for a reply, in milliseconds.
  private static let patience: Int32 = 25_000

  init?() {
    guard let gio = GIO.functions, let bus = gio.g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
    (self.gio, self.bus) = (gio, bus)
  }

  /// Parses a value of this type from GVariant's text form. The caller frees the value.
  func variant(_ type: String, _ text: String, _ error: UnsafeMutablePointer<UnsafeMutablePointer<GError>?>? = nil)
    -> OpaquePointer?
  {
    // A `GVariantType` in memory is just the type as text.
    type.withCString { gio.g_variant_parse(OpaquePointer($0), text, nil, nil, error) }
  }

  /// Calls a method and waits for its reply. Returns nil without a reply. The caller frees the reply.
  func reply(
    of name: String, at path: String, _ interface: String, _ method: String, _ type: String, _ text: String
  ) -> OpaquePointer? {
    guard let arguments = variant(type, text) else { return nil }
    // The arguments aren't a floating reference, so the call doesn't free them. They are freed here.
    defer { gio.g_variant_unref(arguments) }
    return gio.g_dbus_connection_call_sync(
      bus, name, path, interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, Self.patience, nil, nil)
  }

  func send(
    to name: String, at path: String, _ interface: String, _ method: String, _ type: String, _ text: String
  ) {
    guard let arguments = variant(type, text) else { return }
    defer { gio.g_variant_unref(arguments) }
    gio.g_dbus_connection_call(
      bus, name, path, interface, method, arguments, nil, G_DBUS_CALL_FLAGS_NONE, Self.patience, nil, nil, nil)
  }

  /// Calls `body` with an element of the tuple. The element is valid only during this call.
  func withChild<Result>(_ index: Int, of tuple: OpaquePointer, _ body: (OpaquePointer?) -> Result) -> Result {
    let child = gio.g_variant_get_child_value(tuple, UInt(index))
    defer { gio.g_variant_unref(child) }
    return body(child)
  }

  func type(of value: OpaquePointer?) -> String { gio.g_variant_get_type_string(value).map { String(cString: $0) } ?? "" }

  func number(_ index: Int, of tuple: OpaquePointer) -> UInt32? {
    withChild(index, of: tuple) { type(of: $0) == "u" ? gio.g_variant_get_uint32($0) : nil }
  }

  func string(_ value: OpaquePointer?) -> String { gio.g_variant_get_string(value, nil).map { String(cString: $0) } ?? "" }
}

/// A main loop on the calling thread. It receives signals from the bus while it runs.
final class BusLoop {
  private let gio: kurs_gio
  private let context: OpaquePointer?
  private let loop: OpaquePointer?

  /// Makes a new context the thread's default. GIO delivers signals to the context of the subscribing thread.
  init(_ gio: kurs_gio) {
    self.gio = gio
    context = gio.g_main_context_new()
    gio.g_main_context_push_thread_default(context)
    loop = gio.g_main_loop_new(context, 0)
  }

  func run() { gio.g_main_loop_run(loop) }

  func run(seconds: UInt32) {
    let timer = gio.g_timeout_source_new_seconds(seconds)
    gio.g_source_set_callback(
      timer,
      { loop in
        loop.map { Unmanaged<BusLoop>.fromOpaque($0).takeUnretainedValue().quit() }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
    _ = gio.g_source_attach(timer, context)
    run()
  }

  func quit() { gio.g_main_loop_quit(loop) }

  func end() { gio.g_main_context_pop_thread_default(context) }
}
