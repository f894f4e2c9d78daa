// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

public struct AboutDetails: Sendable {
  public struct Credits: Sendable {
    let title: String
    let names: [String]

    public init(title: String, names: [String]) {
      self.title = title
      self.names = names
    }
  }

  public struct Part: Sendable {
    public enum License: Sendable { case mit, apache }

    let name: String
    let copyright: String
    let license: License

    public init(name: String, copyright: String, license: License) {
      self.name = name
      self.copyright = copyright
      self.license = license
    }
  }

  let name: String
  let icon: String
  let version: String
  let comments: String
  let copyright: String
  let website: String
  let translators: String
  let credits: Credits
  let parts: [Part]

  public init(
    name: String, icon: String, version: String, comments: String, copyright: String, website: String,
    translators: String,
    credits: Credits, parts: [Part] = []
  ) {
    self.name = name
    self.icon = icon
    self.version = version
    self.comments = comments
    self.copyright = copyright
    self.website = website
    self.translators = translators
    self.credits = credits
    self.parts = parts
  }
}

extension Window {
  @discardableResult
  public func showAbout(_ details: AboutDetails) -> Widget {
    let about = Widget(UnsafeMutableRawPointer(kurs_about_new()!))
    let texts = [
      "application-name": details.name, "application-icon": details.icon, "version": details.version,
      "comments": details.comments, "copyright": details.copyright,
      "translator-credits": details.translators, "website": details.website,
    ]
    for (name, text) in texts where !text.isEmpty { setStringProperty(name, of: about.raw, to: text) }
    var names: [UnsafePointer<CChar>?] = details.credits.names.map { UnsafePointer(g_strdup($0)) } + [nil]
    kurs_about_add_credits(about.widget, details.credits.title, &names)
    for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
    for part in details.parts {
      let license = part.license == .mit ? GTK_LICENSE_MIT_X11 : GTK_LICENSE_APACHE_2_0
      kurs_about_add_legal(about.widget, part.name, part.copyright, license)
    }
    nameVersion(in: about.widget, details.version)
    guard isObject(about.raw, a: gtk_window_get_type()) else {
      kurs_dialog_present(about.widget, widget)
      return about
    }
    let window = Window(about.raw)
    gtk_window_set_modal(window.cast(), 1)
    window.present(above: self)
    return about
  }

  /// Names the button that shows the version. libadwaita 1.2 leaves it with the name of its class.
  private func nameVersion(in part: UnsafeMutablePointer<GtkWidget>, _ version: String) {
    if gtk_widget_has_css_class(part, "app-version") != 0 { Accessibility.setLabel(version, of: part) }
    for child in childWidgets(of: part) { nameVersion(in: child, version) }
  }
}
