// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// One notice of the desktop's own, with what a press on it runs.
public struct Notification: Equatable, Sendable {
  /// An action of the whole program with its target: pressed later, it starts the program again.
  public struct Press: Equatable, Sendable {
    var label: String
    var action: String
    var target: String

    public init(_ label: String, action: String, target: String) {
      (self.label, self.action, self.target) = (label, action, target)
    }
  }

  var title: String
  var text: String
  var press: Press
  var others: [Press]

  /// `press`: what a press on the notice itself runs, and its first button.
  public init(title: String, text: String, press: Press, others: [Press] = []) {
    (self.title, self.text, self.press, self.others) = (title, text, press, others)
  }
}

extension Application {
  /// Shows a notice of the desktop's; another one by the same name takes its place.
  public func notify(_ name: String, _ notice: Notification) {
    guard let made = g_notification_new(notice.title) else { return }
    g_notification_set_body(made, notice.text)
    g_notification_set_default_action_and_target_value(
      made, notice.press.action, g_variant_new_string(notice.press.target))
    for press in [notice.press] + notice.others {
      g_notification_add_button_with_target_value(
        made, press.label, press.action, g_variant_new_string(press.target))
    }
    g_application_send_notification(cast(), name, made)
    g_object_unref(UnsafeMutableRawPointer(made))
  }
}
