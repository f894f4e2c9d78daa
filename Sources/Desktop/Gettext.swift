// SPDX-License-Identifier: GPL-3.0-or-later
import CDesktop

/// Translations from glibc's catalogues.
public enum Gettext {
  /// Takes up the person's locale and opens the program's catalogue; before GTK starts, which decides then.
  public static func open(domain: String, folder: String?) {
    setlocale(LC_ALL, "")
    if let folder { bindtextdomain(domain, folder) }
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
  }

  /// The language of the program's catalogue in use; nil where there is none for the person's.
  public static func language(domain: String) -> String? {
    // The empty key is the catalogue's own header.
    let header = "".withCString { String(cString: g_dgettext(domain, $0)) }
    let key = "Language: "
    return header.split(separator: "\n").first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
  }

  // gettext hands back the very pointer it was given when there is no translation: the copy is made while the
  // argument still lives.

  /// A word of a system's catalogue, such as the name of a currency; in the locale's language even where the
  /// program itself has no translation, for which GLib would hold it back.
  public static func translate(system domain: String, _ text: String) -> String {
    text.isEmpty ? "" : text.withCString { String(cString: dgettext(domain, $0)) }
  }

  /// Opens a catalogue of the system beside the program's own, such as `iso_4217`.
  public static func openSystem(domain: String) {
    bind_textdomain_codeset(domain, "UTF-8")
  }
}
