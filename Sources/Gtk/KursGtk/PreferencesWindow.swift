// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// Pages of settings that can be searched, and pages below them, in a window of their own.
@MainActor
public final class PreferencesWindow: Widget {
  override class var type: GType { kurs_preferences_get_type() }

  /// An empty window that opens with this size.
  public convenience init(title: String, width: Int, height: Int) {
    self.init(UnsafeMutableRawPointer(kurs_preferences_new(title, Int32(width), Int32(height))!))
  }

  /// The name of the page that is shown.
  public var page: String {
    get { kurs_preferences_get_page(widget).map { String(cString: $0) } ?? "" }
    set { kurs_preferences_set_page(widget, newValue) }
  }

  /// The toplevel it stands in, once it was presented.
  public private(set) var window: Window?

  /// Puts a page at the end.
  public func add(_ page: Widget) { kurs_preferences_add(widget, page.cast()) }

  /// Slides a page in over the others.
  public func present(subpage: Widget, title: String) { kurs_preferences_open_subpage(widget, subpage.widget, title) }

  /// Slides the page that lies over the others out again.
  public func closeSubpage() { kurs_preferences_close_subpage(widget) }

  /// Shows it above another window, as one of an application, or brings it to the front.
  public func present(above parent: Window? = nil, of application: Application? = nil) {
    let window = Window(UnsafeMutableRawPointer(kurs_preferences_open(widget)!))
    if let application { window.setApplication(application) }
    window.present(above: parent)
    self.window = window
  }

  /// Asks it to close, as the close button does.
  public func close() { window?.close() }

  /// Takes it down at once; closing goes through `close`.
  public func destroy() { Window(UnsafeMutableRawPointer(kurs_preferences_open(widget)!)).destroy() }

  /// Calls `body` when it closes.
  public func onClose(_ body: @escaping @MainActor @Sendable () -> Void) {
    let trampoline: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> gboolean = { _, data in
      let box = Unmanaged<Box<PlainHandler>>.fromOpaque(data).takeUnretainedValue()
      MainActor.assumeIsolated { box.body() }
      // Of the two signals that tell of it, the older one asks whether this was all; the newer one asks nothing.
      return 0
    }
    let box = Unmanaged.passRetained(Box(body) as AnyObject).toOpaque()
    kurs_preferences_connect_closed(widget, unsafeBitCast(trampoline, to: GCallback.self), box) { data, _ in
      releaseBox(data)
    }
  }

  /// The name that a screen reader speaks for the search button, which libadwaita leaves without one.
  public func setSearchLabel(_ label: String) {
    guard let button = gtk_widget_get_template_child(widget, Self.type, "search_button") else { return }
    Widget(UnsafeMutableRawPointer(button)).setAccessibleLabel(label)
  }

  /// Its own overlay, with the queue that all windows have: libadwaita's says every sentence for five seconds, one
  /// after the other, and those that were said meanwhile.
  private(set) lazy var toasts = gtk_widget_get_template_child(widget, PreferencesWindow.type, "toast_overlay").map {
    ToastOverlay(UnsafeMutableRawPointer($0))
  }

  /// Shows one sentence at the foot of the window and, if wished, one button that runs an action.
  public func toast(_ sentence: String, button: (label: String, action: String)? = nil) {
    toasts?.show(sentence, button: button)
  }
}
