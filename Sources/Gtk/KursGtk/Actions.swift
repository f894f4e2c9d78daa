// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// The actions of one scope, such as `app` or `win`, as an enum: name, keys and handler cannot drift apart.
public protocol Action: CaseIterable, RawRepresentable, Sendable where RawValue == String {
  /// `app` or `win`.
  static var scope: String { get }
  /// The key combinations in GTK's notation; empty when it has none.
  var accelerators: [String] { get }
  /// Whether it is told which thing it concerns, as in `win.copy-result::USD`.
  var takesTarget: Bool { get }
}

extension Action {
  /// The name by which menus and buttons call it.
  public var name: String { "\(Self.scope).\(rawValue)" }
}

/// An object that actions can be added to.
@MainActor
public protocol ActionScope: Object {}

extension Application: ActionScope {}
extension Window: ActionScope {}

extension ActionScope {
  /// Adds every action of the enum; `body` is told which one ran and with what target.
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

  /// Switches an action, and whatever calls it, on or off.
  public func setEnabled(_ action: some Action, _ isEnabled: Bool) {
    guard let found = g_action_map_lookup_action(opaque, action.rawValue) else { return }
    g_simple_action_set_enabled(found, isEnabled ? 1 : 0)
  }
}

extension Window {
  /// Runs one of its actions that takes no target.
  public func activate(_ action: some Action) { g_action_group_activate_action(opaque, action.rawValue, nil) }
}

extension Application {
  /// Gives every action of the enum its keys.
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

/// `G_VARIANT_TYPE_STRING`, a macro that casts, which the importer skips.
@MainActor let g_variant_type_string = g_variant_type_new("s")
