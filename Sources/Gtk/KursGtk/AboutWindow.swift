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
  /// Shows what the program is above this window.
  public func showAbout(_ details: AboutDetails) {
    let about = Widget(UnsafeMutableRawPointer(kurs_about_new()!))
    let texts = [
      "application-name": details.name, "application-icon": details.icon, "version": details.version,
      "comments": details.comments, "copyright": details.copyright,
      "translator-credits": details.translators,
    ]
    for (name, text) in texts where !text.isEmpty { kurs_set_string_property(about.raw, name, text) }
    var names: [UnsafePointer<CChar>?] = details.credits.names.map { UnsafePointer(g_strdup($0)) } + [nil]
    kurs_about_add_credits(about.widget, details.credits.title, &names)
    for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
    kurs_about_present(about.widget, cast())
  }
}
