// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// The type `G_TYPE_STRING`, a C macro that Swift can't import.
var stringType: GType { g_type_from_name("gchararray") }

func isObject(_ object: UnsafeMutableRawPointer?, a type: GType) -> Bool {
  g_type_check_instance_is_a(object?.assumingMemoryBound(to: GTypeInstance.self), type) != 0
}

/// Whether the object's type has this name. Use it for a type without a public `get_type` function.
func isObject(_ object: UnsafeMutableRawPointer, named name: String) -> Bool {
  let type = g_type_name_from_instance(object.assumingMemoryBound(to: GTypeInstance.self))
  return type.map { String(cString: $0) == name } ?? false
}

func stringProperty(_ name: String, of object: UnsafeMutableRawPointer) -> String? {
  var value = GValue()
  g_value_init(&value, stringType)
  defer { g_value_unset(&value) }
  g_object_get_property(object.assumingMemoryBound(to: GObject.self), name, &value)
  return g_value_get_string(&value).map { String(cString: $0) }
}

/// Copies a list of C strings and frees the C list.
func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [String] {
  defer { g_strfreev(list) }
  var strings: [String] = []
  while let string = list?[strings.count] { strings.append(String(cString: string)) }
  return strings
}

func setStringProperty(_ name: String, of object: UnsafeMutableRawPointer, to text: String) {
  var value = GValue()
  g_value_init(&value, stringType)
  defer { g_value_unset(&value) }
  g_value_set_string(&value, text)
  g_object_set_property(object.assumingMemoryBound(to: GObject.self), name, &value)
}

/// Sets a widget's accessible role. GTK reads the role when the widget is first shown, so call this before.
func setRole(_ role: GtkAccessibleRole, of object: UnsafeMutableRawPointer) {
  var value = GValue()
  g_value_init(&value, gtk_accessible_role_get_type())
  defer { g_value_unset(&value) }
  g_value_set_enum(&value, gint(role.rawValue))
  g_object_set_property(object.assumingMemoryBound(to: GObject.self), "accessible-role", &value)
}

/// Returns text as content for a drag or the clipboard. The caller frees it.
func textContent(_ text: String) -> UnsafeMutablePointer<GdkContentProvider>? {
  var value = GValue()
  g_value_init(&value, stringType)
  defer { g_value_unset(&value) }
  g_value_set_string(&value, text)
  return gdk_content_provider_new_for_value(&value)
}

func text(_ key: String, of object: UnsafeMutableRawPointer) -> String? {
  g_object_get_data(object.assumingMemoryBound(to: GObject.self), key)
    .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
}

func setText(_ key: String, of object: UnsafeMutableRawPointer, to text: String) {
  g_object_set_data_full(object.assumingMemoryBound(to: GObject.self), key, g_strdup(text)) { g_free($0) }
}

func childWidgets(of widget: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
  var (children, next) = ([UnsafeMutablePointer<GtkWidget>](), gtk_widget_get_first_child(widget))
  while let child = next {
    children.append(child)
    next = gtk_widget_get_next_sibling(child)
  }
  return children
}

func giveUpFocus(of widget: UnsafeMutablePointer<GtkWidget>) {
  guard let root = gtk_widget_get_root(widget), let focused = gtk_root_get_focus(root),
    gtk_widget_is_ancestor(focused, widget) != 0
  else { return }
  gtk_root_set_focus(root, nil)
}
