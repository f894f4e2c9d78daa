// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// The result of parsing an option. If Kurs already runs, the new process sends an accepted text to the running Kurs.
public enum OptionReading: Equatable, Sendable {
  case value(String)
  /// The text is handled as that of another option. The values are the other option's name and the text.
  case option(String, String)
  case refused(String, Int32)
}

extension Application {
  /// Adds the option `--NAME=TEXT`. `read` parses the text, and `opened` receives the result in the running program. If
  /// `name` is empty, `read` gets all arguments that aren't options, joined by spaces.
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
