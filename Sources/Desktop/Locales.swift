// SPDX-License-Identifier: GPL-3.0-or-later

import CAdwaita

/// The POSIX locale names from the environment, without their character encoding.
public struct Locales: Sendable, Equatable {
  /// The locale for numbers, from `LC_ALL`, `LC_NUMERIC` or `LANG`.
  public var numeric: String
  /// The locale for dates, from `LC_ALL`, `LC_TIME` or `LANG`.
  public var time: String
  /// The locale for the home currency, from `LC_ALL`, `LC_MONETARY` or `LANG`.
  public var monetary: String
  /// The languages for messages, in order. `LANGUAGE` comes first unless the locale is C.
  public var languages: [String]

  public init(environment: [String: String]) {
    func first(_ names: String...) -> String {
      let value = names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
      return Self.withoutCodeset(value)
    }
    numeric = first("LC_ALL", "LC_NUMERIC", "LANG")
    time = first("LC_ALL", "LC_TIME", "LANG")
    monetary = first("LC_ALL", "LC_MONETARY", "LANG")
    let messages = first("LC_ALL", "LC_MESSAGES", "LANG")
    let languageList = (environment["LANGUAGE"] ?? "").split(separator: ":").map { Self.withoutCodeset(String($0)) }
    languages = (messages == "C" || messages == "POSIX" ? [] : languageList) + [messages]
  }

  /// The ISO 3166 code of the country whose currency the user uses, or nil if the locale has no country.
  public var country: String? {
    let parts = monetary.prefix { $0 != "@" }.split(separator: "_")
    return parts.count > 1 && parts[1].count == 2 ? String(parts[1]) : nil
  }

  /// Removes the encoding from a locale name but not the modifier: `de_DE.UTF-8@euro` becomes `de_DE@euro`.
  static func withoutCodeset(_ name: String) -> String {
    guard let dot = name.firstIndex(of: ".") else { return name }
    let modifier = name[dot...].firstIndex(of: "@").map { name[$0...] } ?? ""
    return String(name[..<dot] + modifier)
  }
}

public enum Gettext {
  /// Sets the user's locale and opens the program's translations. Must be called before GTK reads the locale.
  public static func open(domain: String, folder: String?) {
    setlocale(LC_ALL, "")
    if let folder { bindtextdomain(domain, folder) }
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
  }

  /// Returns the language of the program's translations, or nil if none exist for the user's language.
  public static func language(domain: String) -> String? {
    let header = "".withCString { String(cString: g_dgettext(domain, $0)) }
    let key = "Language: "
    return header.split(separator: "\n").first { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
  }

  // Without a translation, gettext returns its argument's pointer, so the text is copied while the argument exists.

  /// Returns a translation from a system package. GLib's function would translate only if Kurs has a translation.
  public static func translate(system domain: String, _ text: String) -> String {
    text.isEmpty ? "" : text.withCString { String(cString: dgettext(domain, $0)) }
  }

  public static func openSystem(domain: String) {
    bind_textdomain_codeset(domain, "UTF-8")
  }
}
