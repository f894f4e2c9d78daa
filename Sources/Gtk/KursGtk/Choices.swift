// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

extension ActionScope {
  /// Adds an action with one of several answers, which a menu shows as marks: `win.chart-period::weekly`.
  public func installChoice(
    _ name: String, _ first: String, _ body: @escaping @MainActor @Sendable (String) -> Void
  ) {
    let made = g_simple_action_new_stateful(name, g_variant_type_string, g_variant_new_string(first))!
    let wrapper = Object(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
    wrapper.connectArgument("activate") { target in
      guard let target else { return }
      body(String(cString: g_variant_get_string(OpaquePointer(target), nil)))
    }
    g_action_map_add_action(opaque, wrapper.opaque)
  }

  /// Adds an action that is on or off.
  public func installSwitch(_ name: String, _ body: @escaping @MainActor @Sendable () -> Void) {
    let made = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0))!
    let wrapper = Object(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
    wrapper.connectArgument("activate") { _ in body() }
    g_action_map_add_action(opaque, wrapper.opaque)
  }

  /// Marks the answer of a choice.
  public func setChoice(_ name: String, _ value: String) {
    guard let found = g_action_map_lookup_action(opaque, name) else { return }
    g_simple_action_set_state(found, g_variant_new_string(value))
  }

  /// Marks a switch as on or off.
  public func setSwitch(_ name: String, _ isOn: Bool) {
    guard let found = g_action_map_lookup_action(opaque, name) else { return }
    g_simple_action_set_state(found, g_variant_new_boolean(isOn ? 1 : 0))
  }
}
