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
