// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita
import CKursGtk

public enum BuilderError: Error, Hashable {
  case unreadable(resource: String, reason: String)
  case noSuchObject(id: String, resource: String)
}

@MainActor
public final class Builder {
  private let builder: Object
  private let resource: String

  public init(resource: String, domain: String) throws(BuilderError) {
    // Registers the type of an ordered box, because a `.ui` file can name only registered types.
    g_type_ensure(kurs_ordered_box_get_type())
    let made = gtk_builder_new()!
    let builder = Object(UnsafeMutableRawPointer(made))
    g_object_unref(UnsafeMutableRawPointer(made))
    gtk_builder_set_translation_domain(made, domain)
    var error: UnsafeMutablePointer<GError>?
    guard gtk_builder_add_from_resource(made, resource, &error) != 0 else {
      let reason = error.map { String(cString: $0.pointee.message) } ?? ""
      g_clear_error(&error)
      throw .unreadable(resource: resource, reason: reason)
    }
    let list = gtk_builder_get_objects(made)
    let objects = elements(of: list)
    g_slist_free(list)
    Accessibility.fixNamesWhenShown()
    Accessibility.keepLabels(of: objects)
    BuilderRepairs.mend(objects)
    self.builder = builder
    self.resource = resource
  }

  /// Returns the object with this id. It stays valid after the builder is freed.
  public func object<Wrapper: Object>(_ id: String, as type: Wrapper.Type = Wrapper.self) throws(BuilderError)
    -> Wrapper
  {
    guard let found = gtk_builder_get_object(builder.opaque, id), isObject(found, a: Wrapper.type) else {
      throw .noSuchObject(id: id, resource: resource)
    }
    return Wrapper(UnsafeMutableRawPointer(found))
  }
}

@MainActor
public enum Resources {
  public static func register(file: String) -> Bool {
    guard let resource = g_resource_load(file, nil) else { return false }
    g_resources_register(resource)
    g_resource_unref(resource)
    return true
  }
}

extension Resources {
  public static func text(of path: String) -> String? {
    guard let bytes = g_resources_lookup_data(path, GResourceLookupFlags(rawValue: 0), nil) else { return nil }
    defer { g_bytes_unref(bytes) }
    var size: gsize = 0
    guard let start = g_bytes_get_data(bytes, &size) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(size)), as: UTF8.self)
  }
}

/// An object of a `.ui` file, found by its id: `@Child("rate") private var rate: Label`. `Builder.bind` sets it.
@MainActor
@propertyWrapper
public final class Child<Wrapper: Object>: AnyChild {
  private let id: String
  private var object: Wrapper?

  public init(_ id: String) { self.id = id }

  public var wrappedValue: Wrapper {
    guard let object else { preconditionFailure("The child \"\(id)\" is used before Builder.bind found it.") }
    return object
  }

  override func find(in builder: Builder) throws(BuilderError) { object = try builder.object(id) }
}

/// The base class of all `Child` types. A protocol would be slow, because casts to protocols search all conformances.
@MainActor
public class AnyChild {
  func find(in builder: Builder) throws(BuilderError) {}
}

extension Builder {
  /// Sets each `@Child` of `owner`. Throws if the `.ui` file has no object with the child's id and type.
  public func bind(_ owner: AnyObject) throws(BuilderError) {
    // Only names with an underscore matter, because the compiler stores a wrapped property under such a name.
    for case (let name?, let value) in Mirror(reflecting: owner).children where name.hasPrefix("_") {
      if let child = value as? AnyChild { try child.find(in: self) }
    }
  }
}

/// Repairs widgets that libadwaita 1.2 and GTK 4.8 load incorrectly from a `.ui` file.
@MainActor
private enum BuilderRepairs {
  static func mend(_ objects: [UnsafeMutableRawPointer]) {
    for object in objects {
      let widget = object.assumingMemoryBound(to: GtkWidget.self)
      if isObject(object, a: adw_password_entry_row_get_type()) {
        giveUpFocusWhenHidden(object)
        skipButtons(in: widget)
      }
      if isObject(object, a: adw_preferences_group_get_type()) { stackHeader(of: widget) }
    }
  }

  /// Takes the focus from a password row before the row is freed. Otherwise libadwaita 1.2 would read the freed row.
  private static func giveUpFocusWhenHidden(_ row: UnsafeMutableRawPointer) {
    let handler: @convention(c) (UnsafeMutablePointer<GtkWidget>, UnsafeMutableRawPointer?) -> Void = { row, _ in
      giveUpFocus(of: row)
    }
    g_signal_connect_data(
      row, "unmap", unsafeBitCast(handler, to: GCallback.self), nil, nil, GConnectFlags(rawValue: 0))
  }

  /// Removes the button that shows the password from the Tab order, so that a typed space can't press it.
  private static func skipButtons(in widget: UnsafeMutablePointer<GtkWidget>) {
    if isObject(widget, a: gtk_button_get_type()) {
      gtk_widget_set_focusable(widget, 0)
      gtk_widget_set_focus_on_click(widget, 0)
    }
    childWidgets(of: widget).forEach { skipButtons(in: $0) }
  }

  /// Places a group's description above its button. Beside the button, GTK 4.8 may cut the description's last line.
  private static func stackHeader(of group: UnsafeMutablePointer<GtkWidget>) {
    guard let header = gtk_widget_get_first_child(group).flatMap({ gtk_widget_get_first_child($0) }),
      isObject(header, a: gtk_box_get_type()),
      adw_preferences_group_get_header_suffix(
        UnsafeMutableRawPointer(group).assumingMemoryBound(to: AdwPreferencesGroup.self)) == nil
    else { return }
    gtk_orientable_set_orientation(OpaquePointer(header), GTK_ORIENTATION_VERTICAL)
  }
}
