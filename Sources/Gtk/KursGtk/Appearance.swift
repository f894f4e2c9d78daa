// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

@MainActor
public enum Appearance {
  public static var isDark: Bool { adw_style_manager_get_dark(adw_style_manager_get_default()) != 0 }
  public static var isHighContrast: Bool {
    adw_style_manager_get_high_contrast(adw_style_manager_get_default()) != 0
  }

  /// Whether the user's text size is at least one and a half times the default size.
  public static var isTextLarge: Bool {
    var value = GValue()
    // `6 << 2` is the value of `G_TYPE_INT`, a C macro that Swift can't import.
    g_value_init(&value, 6 << 2)
    defer { g_value_unset(&value) }
    guard let settings = gtk_settings_get_default() else { return false }
    let object = UnsafeMutableRawPointer(settings).assumingMemoryBound(to: GObject.self)
    g_object_get_property(object, "gtk-xft-dpi", &value)
    // The unit of the setting is 1/1024 dot per inch. The default is 96 dots per inch.
    return g_value_get_int(&value) >= 96 * 1024 * 3 / 2
  }

  public static func onChange(_ body: @escaping @MainActor @Sendable () -> Void) -> AppearanceWatch {
    let manager = Object(UnsafeMutableRawPointer(adw_style_manager_get_default()!))
    let dark = manager.connectArgument("notify::dark") { _ in body() }
    let contrast = manager.connectArgument("notify::high-contrast") { _ in body() }
    return AppearanceWatch(manager, [dark, contrast])
  }
}

extension Appearance {
  private static let rightToLeft: Set<Substring> = ["ar", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]

  /// Sets the text direction to that of a language. GTK would use the locale's direction, which may differ.
  public static func follow(language: String) {
    let isRightToLeft = rightToLeft.contains(language.prefix { $0.isLetter })
    gtk_widget_set_default_direction(isRightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
  }

  public static var isRightToLeft: Bool { gtk_widget_get_default_direction() == GTK_TEXT_DIR_RTL }
}

@MainActor
public final class AppearanceWatch {
  private let manager: Object
  private let handlers: [gulong]

  init(_ manager: Object, _ handlers: [gulong]) {
    self.manager = manager
    self.handlers = handlers
  }

  isolated deinit {
    for handler in handlers { g_signal_handler_disconnect(manager.raw, handler) }
  }
}
