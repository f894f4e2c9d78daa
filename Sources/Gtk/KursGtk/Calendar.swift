// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

@MainActor
public final class Calendar: Widget {
  override class var type: GType { gtk_calendar_get_type() }

  /// The selected day. Months are counted from 1.
  public var date: (year: Int, month: Int, day: Int) {
    get {
      guard let date = gtk_calendar_get_date(opaque) else { return (1970, 1, 1) }
      defer { g_date_time_unref(date) }
      return (
        Int(g_date_time_get_year(date)), Int(g_date_time_get_month(date)),
        Int(g_date_time_get_day_of_month(date))
      )
    }
    set {
      let date = g_date_time_new_local(Int32(newValue.year), Int32(newValue.month), Int32(newValue.day), 12, 0, 0)
      guard let date else { return }
      kurs_calendar_mark(opaque, date)
      g_date_time_unref(date)
    }
  }
}

extension Calendar {
  /// Gives the arrow buttons accessible names, in the order of the buttons. GTK 4.8 names them by their class.
  public func setArrowLabels(_ labels: [String]) {
    guard let header = gtk_widget_get_first_child(widget) else { return }
    let buttons = childWidgets(of: header).filter { isObject($0, a: gtk_button_get_type()) }
    for (button, label) in zip(buttons, labels) { Accessibility.setLabel(label, of: button) }
  }

  public func onChoose(_ body: @escaping @MainActor @Sendable () -> Void) {
    // All of these signals are needed, because the arrow buttons for month and year don't emit day-selected.
    for signal in ["day-selected", "prev-month", "next-month", "prev-year", "next-year"] { connect(signal, body) }
  }
}
