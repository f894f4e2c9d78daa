// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita

/// The actions of one scope, such as `app` or `win`, as an enum. Each action has a name, keys and a handler.
public protocol Action: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  static var scope: String { get }
  var accelerators: [String] { get }
  /// Whether the action has a target, as in `win.copy-result::USD`.
  var takesTarget: Bool { get }
}

extension Action {
  public var name: String { "\(Self.scope).\(rawValue)" }
  public var accelerators: [String] { [] }
  public var takesTarget: Bool { false }
}

@MainActor
public protocol ActionScope: Object {}

extension Application: ActionScope {}
extension Window: ActionScope {}

extension ActionScope {
  public func install<Actions: Action>(
    _ type: Actions.Type, _ body: @escaping @MainActor @Sendable (Actions, String) -> Void
  ) {
    for action in Actions.allCases {
      let made = g_simple_action_new(action.rawValue, action.takesTarget ? g_variant_type_string : nil)!
      let wrapper = Object(UnsafeMutableRawPointer(made))
      g_object_unref(UnsafeMutableRawPointer(made))
      wrapper.connectArgument("activate") { target in
        guard action.takesTarget, let target else { return body(action, "") }
        body(action, String(cString: g_variant_get_string(OpaquePointer(target), nil)))
      }
      g_action_map_add_action(opaque, wrapper.opaque)
    }
  }

  public func setEnabled(_ action: some Action, _ isEnabled: Bool) {
    guard let found = g_action_map_lookup_action(opaque, action.rawValue) else { return }
    g_simple_action_set_enabled(found, isEnabled ? 1 : 0)
  }
}

extension Window {
  public func activate(_ action: some Action) { g_action_group_activate_action(opaque, action.rawValue, nil) }
}

extension Application {
  public func setAccelerators<Actions: Action>(_ type: Actions.Type) {
    for action in Actions.allCases where !action.accelerators.isEmpty {
      var keys: [UnsafeMutablePointer<CChar>?] = action.accelerators.map { g_strdup($0) } + [nil]
      keys.withUnsafeMutableBufferPointer { buffer in
        buffer.baseAddress!.withMemoryRebound(to: UnsafePointer<CChar>?.self, capacity: buffer.count) {
          gtk_application_set_accels_for_action(cast(), action.name, $0)
        }
      }
      for key in keys { g_free(key) }
    }
  }
}

/// The value of `G_VARIANT_TYPE_STRING`. Swift can't import this macro, because it contains a cast.
@MainActor let g_variant_type_string = g_variant_type_new("s")

/// A `GSimpleActionGroup`: the actions in a part of a window, or in a window that isn't an application window.
@MainActor
public final class ActionGroup: Object, ActionScope {
  public convenience init() {
    let made = g_simple_action_group_new()!
    self.init(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
  }
}

extension Widget {
  /// Lets menus and buttons inside this widget run a group's actions by names that begin with `scope`.
  public func insert(_ group: ActionGroup, scope: String) {
    gtk_widget_insert_action_group(widget, scope, group.opaque)
  }
}

extension ActionScope {
  /// Adds an action with several choices. A menu shows each choice as a radio item, such as `win.chart-period::weekly`.
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

  public func installSwitch(_ name: String, _ body: @escaping @MainActor @Sendable () -> Void) {
    let made = g_simple_action_new_stateful(name, nil, g_variant_new_boolean(0))!
    let wrapper = Object(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
    wrapper.connectArgument("activate") { _ in body() }
    g_action_map_add_action(opaque, wrapper.opaque)
  }

  public func setChoice(_ name: String, _ value: String) {
    guard let found = g_action_map_lookup_action(opaque, name) else { return }
    g_simple_action_set_state(found, g_variant_new_string(value))
  }

  public func setSwitch(_ name: String, _ isOn: Bool) {
    guard let found = g_action_map_lookup_action(opaque, name) else { return }
    g_simple_action_set_state(found, g_variant_new_boolean(isOn ? 1 : 0))
  }
}
