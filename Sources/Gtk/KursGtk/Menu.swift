// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// A `GMenu` for one popover, which empties it when it is freed.
@MainActor
public final class Menu: Object {
  public convenience init() {
    let made = g_menu_new()!
    self.init(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
  }

  /// Adds an entry. `action` may include a target, as in `win.copy-result::USD`.
  public func append(_ label: String, action: String) {
    g_menu_append(opaque, label, action)
  }

  public func append(_ label: String, submenu: Menu) {
    g_menu_append_submenu(opaque, label, submenu.cast())
  }

  public func append(section: Menu) {
    g_menu_append_section(opaque, nil, section.cast())
  }
}

/// A `GtkMenuButton` whose popover is created when it is first opened.
@MainActor
public final class MenuButton: Widget {
  override class var type: GType { gtk_menu_button_get_type() }

  /// Creates the menu when the button is first pressed. The first frame is faster without it.
  public func onFirstOpen(_ body: @escaping @MainActor @Sendable () -> Menu) {
    let box = Unmanaged.passRetained(Box(body) as AnyObject).toOpaque()
    gtk_menu_button_set_create_popup_func(
      opaque,
      { button, data in
        guard let button, let data else { return }
        // The pointer is used only during this call, on its thread.
        nonisolated(unsafe) let target = button
        nonisolated(unsafe) let held = data
        MainActor.assumeIsolated {
          guard gtk_menu_button_get_popover(target) == nil,
            let box = Unmanaged<AnyObject>.fromOpaque(held).takeUnretainedValue()
              as? Box<@MainActor @Sendable () -> Menu>
          else { return }
          let menu = box.body()
          gtk_menu_button_set_popover(target, kurs_menu_popover_new(menu.opaque))
        }
      }, box, releaseBox)
  }
}

extension Widget {
  /// Opens a menu once, beside this widget or at a position within it. It is freed when it closes.
  public func popUp(_ menu: Menu, place: (x: Double, y: Double)? = nil) {
    Popover(UnsafeMutableRawPointer(kurs_menu_popover_new(menu.opaque)!)).popUp(at: self, place: place)
  }
}
