// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// The content of a row in a `ListView`. Each row's content is created once and filled again for each item it shows.
@MainActor
public protocol Cell: AnyObject {
  var widget: Widget { get }
  var spoken: String { get }
}

/// A `GtkListView` of numbered rows. Only visible rows have widgets.
@MainActor
public final class ListView: Widget {
  override class var type: GType { gtk_list_view_get_type() }

  private var cells: [UnsafeMutableRawPointer: any Cell] = [:]

  /// Sets the closures that create and fill rows. `fill` shows the item with this number in a row, and returns whether
  /// the row can be activated. `areRead`: lets the arrow keys reach all rows, so that a screen reader speaks them.
  public func setRows<Row: Cell>(
    areRead: Bool = false, make: @escaping @MainActor @Sendable () -> Row?,
    fill: @escaping @MainActor @Sendable (Row, Int) -> Bool
  ) {
    let factory = Object(UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    g_object_unref(factory.raw)
    factory.connectArgument("setup") { [weak self] item in
      guard let self, let item, let cell = make() else { return }
      cells[item] = cell
      if Appearance.isTextLarge { Window.fitTitles(in: cell.widget.widget) }
      gtk_list_item_set_child(OpaquePointer(item), cell.widget.widget)
    }
    factory.connectArgument("bind") { [weak self] item in
      guard let self, let item, let cell = cells[item] as? Row else { return }
      let canActivate = fill(cell, Int(gtk_list_item_get_position(OpaquePointer(item))))
      kurs_accessible_set_item_label(OpaquePointer(item), cell.spoken)
      gtk_list_item_set_activatable(OpaquePointer(item), canActivate ? 1 : 0)
      // GTK focuses only rows that can be selected, so rows for reading are selectable too.
      gtk_list_item_set_selectable(OpaquePointer(item), canActivate || areRead ? 1 : 0)
    }
    factory.connectArgument("teardown") { [weak self] item in
      guard let self, let item else { return }
      cells[item] = nil
    }
    gtk_list_view_set_factory(opaque, factory.opaque)
  }

  public func show(count: Int) {
    let list = gtk_string_list_new(nil)!
    for _ in 0..<count { gtk_string_list_append(list, "") }
    let rows = gtk_no_selection_new(list)!
    gtk_list_view_set_model(opaque, rows)
    g_object_unref(UnsafeMutableRawPointer(rows))
  }

  public func onActivate(_ body: @escaping @MainActor @Sendable (Int) -> Void) {
    connectPosition("activate", body)
  }

  public var focused: (any Cell)? { cells.first { holdsFocus(UnsafeMutableRawPointer($0.key)) }?.value }

  public func focusFirst(_ isWanted: (Int) -> Bool) -> Bool {
    let found = cells.filter { item, cell in
      cell.widget.isMapped && isWanted(Int(gtk_list_item_get_position(OpaquePointer(item))))
    }.min { gtk_list_item_get_position(OpaquePointer($0.key)) < gtk_list_item_get_position(OpaquePointer($1.key)) }
    guard let row = found?.value.widget.widget, let holder = gtk_widget_get_parent(row) else { return false }
    return gtk_widget_grab_focus(holder) != 0
  }

  private func holdsFocus(_ item: UnsafeMutableRawPointer) -> Bool {
    guard let child = gtk_list_item_get_child(OpaquePointer(item)), let holder = gtk_widget_get_parent(child) else {
      return false
    }
    return gtk_widget_has_focus(holder) != 0
  }
}
