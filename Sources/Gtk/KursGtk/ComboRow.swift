// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

@MainActor
public final class ComboRow: ActionRow {
  override class var type: GType { adw_combo_row_get_type() }

  private var choices: [String]?
  private var marks: [UnsafeMutableRawPointer: (mark: UnsafeMutablePointer<GtkWidget>, place: Int)] = [:]

  public convenience init(title: String, choices: [String]) {
    self.init(UnsafeMutableRawPointer(adw_combo_row_new()!))
    // Markup must be turned off before the title is set, because an `&` in the title would be read as markup.
    adw_preferences_row_set_use_markup(cast(), 0)
    self.title = title
    setChoices(choices)
  }

  public func setChoices(_ choices: [String]) {
    guard choices != self.choices else { return }
    self.choices = choices
    if adw_combo_row_get_list_factory(cast()) == nil { showWholeAnswers() }
    if Appearance.isTextLarge { placeChoiceBelowTitle() }
    let list = gtk_string_list_new(nil)!
    for choice in choices { gtk_string_list_append(list, choice) }
    adw_combo_row_set_model(cast(), list)
    g_object_unref(UnsafeMutableRawPointer(list))
    describeChoice()
  }

  public var selected: Int {
    get { Int(adw_combo_row_get_selected(cast())) }
    set { if newValue != selected { adw_combo_row_set_selected(cast(), guint(newValue)) } }
  }

  public func onSelect(_ body: @escaping @MainActor @Sendable () -> Void) {
    connectArgument("notify::selected") { _ in body() }
  }
}

extension ComboRow {
  private static let letters: Int32 = 40

  /// Moves the choice below the title, because large text leaves no room beside the title on a phone.
  private func placeChoiceBelowTitle() {
    guard let header = gtk_list_box_row_get_child(cast()), isObject(header, a: gtk_box_get_type()) else { return }
    gtk_orientable_set_orientation(OpaquePointer(header), GTK_ORIENTATION_VERTICAL)
  }

  /// Shows the choices at full width. libadwaita's rows cut them off after twenty letters.
  private func showWholeAnswers() {
    let factory = Object(UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
    g_object_unref(factory.raw)
    factory.connectArgument("setup") { item in item.map { Self.fill(OpaquePointer($0)) } }
    factory.connectArgument("bind") { [weak self] item in
      guard let self, let item, let parts = Self.parts(of: OpaquePointer(item)) else { return }
      let text = gtk_list_item_get_item(OpaquePointer(item)).flatMap { gtk_string_object_get_string(OpaquePointer($0)) }
      gtk_label_set_text(OpaquePointer(parts.label), text)
      marks[item] = (parts.mark, Int(gtk_list_item_get_position(OpaquePointer(item))))
      showMarks()
    }
    factory.connectArgument("unbind") { [weak self] item in item.map { _ = self?.marks.removeValue(forKey: $0) } }
    adw_combo_row_set_list_factory(cast(), factory.opaque)
    onSelect { [weak self] in
      self?.showMarks()
      self?.describeChoice()
    }
  }

  /// Adds the choice to the row's description, because a screen reader doesn't read the label of the choice.
  private func describeChoice() {
    guard let choices, choices.indices.contains(selected) else { return }
    // Newer GTK would take the description from the row's subtitle, even if that is empty. Older GTK joins both.
    if gtk_get_minor_version() >= 10 { gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY) }
    setAccessibleDescription(choices[selected])
  }

  private func showMarks() {
    for (mark, place) in marks.values { gtk_widget_set_opacity(mark, place == selected ? 1 : 0) }
  }

  private static func fill(_ item: OpaquePointer) {
    let row = BoxContainer(vertical: false, spacing: 6)
    let label = gtk_label_new(nil)!
    gtk_label_set_xalign(OpaquePointer(label), 0)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_max_width_chars(OpaquePointer(label), letters)
    gtk_widget_set_hexpand(label, 1)
    gtk_box_append(row.cast(), label)
    gtk_box_append(row.cast(), gtk_image_new_from_icon_name("object-select-symbolic"))
    gtk_list_item_set_child(item, row.widget)
  }

  private static func parts(
    of item: OpaquePointer
  ) -> (label: UnsafeMutablePointer<GtkWidget>, mark: UnsafeMutablePointer<GtkWidget>)? {
    guard let row = gtk_list_item_get_child(item), let label = gtk_widget_get_first_child(row),
      let mark = gtk_widget_get_last_child(row)
    else { return nil }
    return (label, mark)
  }
}
