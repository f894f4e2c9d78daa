// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// What an about window says, already translated.
public struct AboutDetails: Sendable {
  /// Names under a heading; a name may end in an address.
  public struct Credits: Sendable {
    let title: String
    let names: [String]

    /// Names under a heading.
    public init(title: String, names: [String]) {
      self.title = title
      self.names = names
    }
  }

  let name: String
  let icon: String
  let version: String
  let comments: String
  let copyright: String
  let translators: String
  let credits: Credits

  /// The texts of the window.
  public init(
    name: String, icon: String, version: String, comments: String, copyright: String, translators: String,
    credits: Credits
  ) {
    self.name = name
    self.icon = icon
    self.version = version
    self.comments = comments
    self.copyright = copyright
    self.translators = translators
    self.credits = credits
  }
}

extension Window {
  // AdwAboutWindow is deprecated from libadwaita 1.6 on; this is its only use.
  /// Opens the about window above this one.
  public func showAbout(_ details: AboutDetails) {
    let about = Window(UnsafeMutableRawPointer(adw_about_window_new()!))
    let texts = [
      "application-name": details.name, "application-icon": details.icon, "version": details.version,
      "comments": details.comments, "copyright": details.copyright,
      "translator-credits": details.translators,
    ]
    for (name, text) in texts where !text.isEmpty { kurs_set_string_property(about.raw, name, text) }
    adw_about_window_set_license_type(about.opaque, GTK_LICENSE_GPL_3_0)
    var names: [UnsafePointer<CChar>?] = details.credits.names.map { UnsafePointer(g_strdup($0)) } + [nil]
    adw_about_window_add_credit_section(about.opaque, details.credits.title, &names)
    for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
    about.setTransient(for: self)
    gtk_window_set_modal(about.cast(), 1)
    about.present()
  }
}
