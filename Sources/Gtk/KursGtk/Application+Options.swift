// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension Application {
  /// Takes `--NAME=TEXT` from the command line and hands it to the running program's `opened`, also when that is
  /// another process; `isValid` refuses a text with a sentence on standard error.
  public func addOption(
    _ name: String, help: String, value: String,
    complaint: @escaping @MainActor @Sendable (String) -> String?,
    opened: @escaping @MainActor @Sendable (String) -> Void
  ) {
    g_application_add_main_option(cast(), name, 0, GOptionFlags(rawValue: 0), G_OPTION_ARG_STRING, help, value)
    installChoice("open-\(name)", "", opened)
    connectOptions { [weak self] options in
      guard let self, let given = g_variant_dict_lookup_value(options, name, g_variant_type_string) else {
        return -1
      }
      defer { g_variant_unref(given) }
      if let sentence = complaint(String(cString: g_variant_get_string(given, nil))) {
        g_printerr_line(sentence)
        return 64
      }
      guard g_application_register(cast(), nil, nil) != 0 else { return 1 }
      g_action_group_activate_action(opaque, "open-\(name)", given)
      return -1
    }
  }

  private func g_printerr_line(_ sentence: String) {
    (sentence + "\n").withCString { _ = write(2, $0, strlen($0)) }
  }
}

typealias OptionsHandler = @MainActor @Sendable (UnsafeMutablePointer<GVariantDict>) -> Int32

extension Object {
  func connectOptions(_ body: @escaping OptionsHandler) {
    let trampoline:
      @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<GVariantDict>, UnsafeMutableRawPointer) ->
        Int32 = { _, options, data in
          let box = Unmanaged<Box<OptionsHandler>>.fromOpaque(data).takeUnretainedValue()
          // The pointer goes no further than this call, on the thread that made it.
          nonisolated(unsafe) let options = options
          return MainActor.assumeIsolated { box.body(options) }
        }
    attach("handle-local-options", unsafeBitCast(trampoline, to: GCallback.self), Box(body))
  }
}
