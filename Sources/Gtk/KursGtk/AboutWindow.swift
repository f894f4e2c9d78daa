// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CKursGtk

/// What an about window says.
public struct AboutDetails: Sendable, Equatable {
  /// Label and address of a page about the program or its data.
  public struct Link: Sendable, Equatable {
    let label: String
    let address: String

    /// A label and an address.
    public init(label: String, address: String) {
      self.label = label
      self.address = address
    }
  }

  let name: String
  let icon: String
  let version: String
  let comments: String
  let website: String
  let issues: String
  let copyright: String
  let translators: String
  let sources: (title: String, names: [String])
  let links: [Link]

  /// The texts, already translated.
  public init(
    name: String, icon: String, version: String, comments: String, website: String, issues: String,
    copyright: String, translators: String, sources: (title: String, names: [String]), links: [Link]
  ) {
    self.name = name
    self.icon = icon
    self.version = version
    self.comments = comments
    self.website = website
    self.issues = issues
    self.copyright = copyright
    self.translators = translators
    self.sources = sources
    self.links = links
  }

  /// Whether all texts are the same.
  public static func == (a: AboutDetails, b: AboutDetails) -> Bool {
    a.name == b.name && a.version == b.version && a.comments == b.comments && a.sources == b.sources
      && a.links == b.links && a.icon == b.icon && a.website == b.website && a.issues == b.issues
      && a.copyright == b.copyright && a.translators == b.translators
  }
}

extension Window {
  // AdwAboutWindow is deprecated from libadwaita 1.6 on; this is its only use.
  /// Opens the about window above this one.
  public func showAbout(_ details: AboutDetails) {
    let about = adw_about_window_new()!
    let window = Window(UnsafeMutableRawPointer(about))
    let texts = [
      "application-name": details.name, "application-icon": details.icon, "version": details.version,
      "comments": details.comments, "website": details.website, "issue-url": details.issues,
      "copyright": details.copyright, "translator-credits": details.translators,
    ]
    for (name, text) in texts where !text.isEmpty { kurs_set_string_property(window.raw, name, text) }
    adw_about_window_set_license_type(window.opaque, GTK_LICENSE_GPL_3_0)
    var names: [UnsafePointer<CChar>?] = details.sources.names.map { UnsafePointer(g_strdup($0)) } + [nil]
    adw_about_window_add_credit_section(window.opaque, details.sources.title, &names)
    for name in names { g_free(UnsafeMutableRawPointer(mutating: name)) }
    for link in details.links { adw_about_window_add_link(window.opaque, link.label, link.address) }
    window.setTransient(for: self)
    kurs_set_boolean_property(window.raw, "modal", 1)
    window.present()
  }
}
