// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// An item of Kurs that the user drags. Kind and name identify the item in Kurs. Other programs receive its text.
enum DraggedItem {
  private static let kindKey = "kurs-kind"
  private static let nameKey = "kurs-name"

  /// Returns the content for a drag. The caller frees it.
  static func content(kind: String, name: String, text: String) -> UnsafeMutablePointer<GdkContentProvider>? {
    guard let content = textContent(text) else { return nil }
    setText(kindKey, of: content, to: kind)
    setText(nameKey, of: content, to: name)
    return content
  }

  /// Returns the name of the dragged item. Nil for text, and for an item of another program.
  static func name(at target: OpaquePointer) -> String? {
    gtk_drop_target_get_current_drop(target).flatMap { content(of: $0) }.flatMap { text(nameKey, of: $0) }
  }

  /// Makes a drop target accept only items of one kind. Other drops, such as text, go to the widget below the target.
  static func accept(_ kind: String, at target: OpaquePointer) {
    let handler: @convention(c) (OpaquePointer?, OpaquePointer, UnsafeMutableRawPointer) -> gboolean = {
      _, drop, kind in
      let wanted = String(cString: kind.assumingMemoryBound(to: CChar.self))
      return DraggedItem.content(of: drop).flatMap { text(DraggedItem.kindKey, of: $0) } == wanted ? 1 : 0
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(target), "accept", unsafeBitCast(handler, to: GCallback.self), g_strdup(kind),
      { kind, _ in g_free(kind) }, GConnectFlags(rawValue: 0))
  }

  private static func content(of drop: OpaquePointer) -> UnsafeMutablePointer<GdkContentProvider>? {
    gdk_drop_get_drag(drop).flatMap { gdk_drag_get_content($0) }
  }

  /// Returns the path of each dropped file, or its URI if the file isn't on this computer.
  static func files(in value: UnsafePointer<GValue>) -> [String] {
    guard g_type_check_value_holds(value, gdk_file_list_get_type()) != 0, let list = g_value_get_boxed(value) else {
      return []
    }
    return elements(of: list.assumingMemoryBound(to: GSList.self)).map { pathOrURI(of: OpaquePointer($0)) }
  }
}

func pathOrURI(of file: OpaquePointer) -> String {
  let text = g_file_get_path(file) ?? g_file_get_uri(file)!
  defer { g_free(text) }
  return String(cString: text)
}

func elements(of list: UnsafeMutablePointer<GSList>?) -> [UnsafeMutableRawPointer] {
  var (elements, next) = ([UnsafeMutableRawPointer](), list)
  while let each = next {
    if let data = each.pointee.data { elements.append(data) }
    next = each.pointee.next
  }
  return elements
}
