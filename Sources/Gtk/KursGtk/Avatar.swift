// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// An `AdwAvatar`: a round picture, or in its place the initials of a name.
@MainActor
public final class Avatar: Widget {
  override class var type: GType { adw_avatar_get_type() }

  /// The name that gives the initials and the colour.
  public var text: String {
    get { adw_avatar_get_text(opaque).map { String(cString: $0) } ?? "" }
    set { adw_avatar_set_text(opaque, newValue) }
  }

  /// The symbol that stands there in place of initials.
  public func setIcon(_ name: String) {
    adw_avatar_set_show_initials(opaque, 0)
    adw_avatar_set_icon_name(opaque, name)
  }

  /// Shows the picture; nil goes back to the initials.
  public func show(_ picture: Texture?) { adw_avatar_set_custom_image(opaque, picture?.opaque) }

  /// Whether a picture shows, and not the initials.
  public var hasPicture: Bool { adw_avatar_get_custom_image(opaque) != nil }

  /// Points of its side.
  public var size: Int { Int(adw_avatar_get_size(opaque)) }
}

extension Widget {
  /// Pixels of the screen for each of its own.
  public var scale: Int { Int(gtk_widget_get_scale_factor(widget)) }

  /// Points from its left to its right, once it is shown.
  public var width: Int { Int(gtk_widget_get_width(widget)) }

  /// Asks for so much height at least.
  public func requestHeight(_ height: Int) { gtk_widget_set_size_request(widget, -1, Int32(height)) }

  /// Points from its top to its bottom, once it is shown.
  public var height: Int { Int(gtk_widget_get_height(widget)) }
}
