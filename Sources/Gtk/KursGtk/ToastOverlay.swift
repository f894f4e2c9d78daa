// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

@MainActor
public final class ToastOverlay: Widget {
  override class var type: GType { adw_toast_overlay_get_type() }

  private static let patience = Duration.seconds(1)
  /// The width of a toast without text, in pixels.
  private static let closeWidth: Int32 = 80

  private static let leastLetters: Int32 = 28

  /// Whether libadwaita makes a screen reader speak each toast's title and button, as it does since version 1.6.
  private static let isAnnounced = adw_get_major_version() > 1 || adw_get_minor_version() >= 6

  private var queue = ToastQueue()
  /// The toast that is shown, or nil. Only the overlay retains the toast.
  private var current: OpaquePointer?
  private var welcome: (sentence: String, wasRead: @MainActor @Sendable () -> Void)?
  private var isWelcomeShown = false

  /// Shows a sentence, which a screen reader speaks. `announce`: speaks it where libadwaita doesn't.
  public func show(
    _ sentence: String, button: (label: String, action: String)? = nil,
    announce: (@MainActor (String) -> Void)? = nil
  ) {
    request(sentence, button: button)
    guard !Self.isAnnounced else { return }
    if let announce { announce(sentence) } else { self.announce(sentence) }
  }

  private func request(_ sentence: String, button: (label: String, action: String)? = nil) {
    carryOut(queue.requested(.init(sentence: sentence, button: button?.label, action: button?.action)))
  }

  /// Shows a sentence. Calls `wasRead` when the user closes it, but not when another notice replaces it. Shows nothing
  /// if large text on a phone would cover the results.
  public func showWelcome(_ sentence: String, wasRead: @escaping @MainActor @Sendable () -> Void) {
    guard lettersInALine >= Self.leastLetters else { return }
    welcome = (sentence, wasRead)
    request(sentence)
  }

  /// Removes the welcome notice. It doesn't count as read, so `wasRead` isn't called.
  public func dropWelcome() {
    guard isWelcomeShown else { return }
    welcome = nil
    dismiss()
  }

  /// Removes the notice whose button would repeat an action that the user has already run.
  public func dismiss(action: String) { carryOut(queue.withdrawn(action: action)) }

  func dismiss() { if let current { adw_toast_dismiss(current) } }

  var sentence: String? {
    current.map { toast in adw_toast_get_title(toast).map { String(cString: $0) } ?? welcome?.sentence ?? "" }
  }

  private func carryOut(_ action: ToastQueue.Action?) {
    switch action {
    case .show(let notice, let number): show(notice, number)
    case .dismiss:
      if isWelcomeShown { welcome = nil }
      dismiss()
    case nil: break
    }
  }

  private func show(_ notice: ToastQueue.Notice, _ number: Int) {
    guard gtk_widget_get_root(widget) != nil, let toast = Self.toast(notice) else { return }
    current = toast
    isWelcomeShown = notice.sentence == welcome?.sentence
    if isWelcomeShown { keep(toast, notice.sentence) }
    onFreed(UnsafeMutableRawPointer(toast)) { [weak self] in
      self?.current = nil
      // The overlay is still busy with the previous toast, so the next step runs later.
      Task { self?.carryOut(self?.queue.closed(number)) }
    }
    adw_toast_overlay_add_toast(opaque, toast)
    if let shown = gtk_widget_get_last_child(widget) { Accessibility.nameButtons(in: shown) }
    Task { [weak self] in
      try? await Task.sleep(for: Self.patience)
      self?.carryOut(self?.queue.readingTimePassed(number))
    }
  }

  private var lettersInALine: Int32 {
    let metrics = pango_context_get_metrics(gtk_widget_get_pango_context(widget), nil, nil)
    defer { pango_font_metrics_unref(metrics) }
    let letter = max(pango_font_metrics_get_approximate_char_width(metrics) / PANGO_SCALE, 1)
    return (gtk_widget_get_width(widget) - Self.closeWidth) / letter
  }

  private func keep(_ toast: OpaquePointer, _ sentence: String) {
    adw_toast_set_timeout(toast, 0)
    // A narrow window would cut off a toast's usual title, so a label that wraps replaces the title. The label's
    // maximum width depends on the window, because the overlay gives a toast its natural size.
    let label = Label(text: sentence)
    gtk_label_set_max_width_chars(label.opaque, max(lettersInALine, 8))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE)
    gtk_label_set_xalign(label.opaque, 0)
    label.style("caption", true)
    adw_toast_set_custom_title(toast, label.widget)
    Object(UnsafeMutableRawPointer(toast)).connect("dismissed") { [weak self] in self?.welcome?.wasRead() }
  }

  private static func toast(_ notice: ToastQueue.Notice) -> OpaquePointer? {
    let toast = kurs_toast_new(notice.sentence)
    if let button = notice.button, let action = notice.action {
      adw_toast_set_button_label(toast, button)
      // A notice with a button stays longer, because the user must read it and then reach the button.
      adw_toast_set_timeout(toast, 10)
      adw_toast_set_detailed_action_name(toast, action)
    }
    return toast
  }
}

/// Decides which notice a window shows. A new notice waits until the previous notice is gone, because libadwaita 1.2
/// frees a toast that is dismissed while it slides in.
struct ToastQueue: Equatable, Sendable {
  struct Notice: Equatable, Sendable {
    var sentence: String
    var button: String?
    var action: String?
  }

  enum Action: Equatable, Sendable {
    case show(Notice, number: Int)
    case dismiss
  }

  private enum Place: Equatable {
    case free
    /// The notice has just appeared, so the user can't have read it.
    case fresh(Notice)
    case read
    case leaving
  }

  private var place = Place.free
  private var number = 0
  private var waiting: [Notice] = []
  private var shownAction: String?
  private var isWithdrawn = false

  /// Adds a notice. If the same sentence is already in the queue, the new notice replaces it.
  mutating func requested(_ notice: Notice) -> Action? {
    guard place != .fresh(notice) else { return nil }
    waiting.removeAll { $0.sentence == notice.sentence }
    waiting.append(notice)
    return next()
  }

  mutating func readingTimePassed(_ number: Int) -> Action? {
    guard number == self.number, case .fresh = place else { return nil }
    place = .read
    return isWithdrawn ? leave() : next()
  }

  mutating func closed(_ number: Int) -> Action? {
    guard number == self.number else { return nil }
    (place, shownAction, isWithdrawn) = (.free, nil, false)
    return next()
  }

  /// Removes the notice whose action begins with this text, because the user has run that action elsewhere.
  mutating func withdrawn(action: String) -> Action? {
    waiting.removeAll { $0.action?.hasPrefix(action) == true }
    guard shownAction?.hasPrefix(action) == true else { return nil }
    isWithdrawn = true
    return place == .read ? leave() : nil
  }

  private mutating func leave() -> Action {
    place = .leaving
    return .dismiss
  }

  private mutating func next() -> Action? {
    guard !waiting.isEmpty else { return nil }
    switch place {
    case .fresh, .leaving: return nil
    case .read: return leave()
    case .free:
      let notice = waiting.removeFirst()
      number += 1
      (place, shownAction) = (.fresh(notice), notice.action)
      return .show(notice, number: number)
    }
  }
}
