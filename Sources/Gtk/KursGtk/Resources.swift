// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// The compiled `.ui` files, style sheets and icons of the program.
@MainActor
public enum Resources {
  /// Makes the resources of a compiled file known to GTK; false when it is missing or damaged.
  public static func register(file: String) -> Bool {
    guard let resource = g_resource_load(file, nil) else { return false }
    g_resources_register(resource)
    g_resource_unref(resource)
    return true
  }
}

extension Resources {
  /// A resource's text; nil if there is none.
  public static func text(of path: String) -> String? {
    guard let bytes = g_resources_lookup_data(path, GResourceLookupFlags(rawValue: 0), nil) else { return nil }
    defer { g_bytes_unref(bytes) }
    var size: gsize = 0
    guard let start = g_bytes_get_data(bytes, &size) else { return nil }
    return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(size)), as: UTF8.self)
  }
}
