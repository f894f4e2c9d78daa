// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

@MainActor
public final class PreferencesWindow: Widget {
  override class var type: GType { kurs_preferences_get_type() }

  public convenience init(title: String, width: Int, height: Int) {
    self.init(UnsafeMutableRawPointer(kurs_preferences_new(title, Int32(width), Int32(height))!))
  }

  public var page: String {
    get { kurs_preferences_get_page(widget).map { String(cString: $0) } ?? "" }
    set { kurs_preferences_set_page(widget, newValue) }
  }

  /// Nil until it is presented.
  public private(set) var window: Window?

  public func add(_ page: Widget) { kurs_preferences_add(widget, page.cast()) }

  public func present(subpage: Widget, title: String) { kurs_preferences_open_subpage(widget, subpage.widget, title) }

  public func closeSubpage() { kurs_preferences_close_subpage(widget) }

  public func present(above parent: Window? = nil, of application: Application? = nil) {
    let window = Window(UnsafeMutableRawPointer(kurs_preferences_open(widget)!))
    if let application { window.setApplication(application) }
    window.present(above: parent)
    self.window = window
  }

  public func close() { window?.close() }

  public func destroy() { Window(UnsafeMutableRawPointer(kurs_preferences_open(widget)!)).destroy() }

  public func onClose(_ body: @escaping @MainActor @Sendable () -> Void) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> gboolean = { _, data in
      let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body() }
      // Returned for the older closing signal. The newer one ignores it.
      return 0
    }
    let box = Unmanaged.passRetained(Box(body) as AnyObject).toOpaque()
    kurs_preferences_connect_closed(widget, unsafeBitCast(trampoline, to: GCallback.self), box) { data, _ in
      releaseBox(data)
    }
  }

  /// The accessible name of the search button, which libadwaita lacks.
  public func setSearchLabel(_ label: String) {
    guard let button = gtk_widget_get_template_child(widget, Self.type, "search_button") else { return }
    Widget(UnsafeMutableRawPointer(button)).setAccessibleLabel(label)
  }

  /// The toasts, from the queue that all windows use. libadwaita's own would show each sentence for five seconds.
  private(set) lazy var toasts = gtk_widget_get_template_child(widget, PreferencesWindow.type, "toast_overlay").map {
    ToastOverlay(UnsafeMutableRawPointer($0))
  }

  public func toast(_ sentence: String, button: (label: String, action: String)? = nil) {
    toasts?.show(sentence, button: button)
  }
}
