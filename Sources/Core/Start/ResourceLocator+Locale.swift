// SPDX-License-Identifier: GPL-3.0-or-later

extension ResourceLocator {
  /// The folder of the program's translations: `$KURS_LOCALEDIR`, else `share/locale` beside the program's own.
  ///
  /// Nil where there is none; gettext then looks in its own place.
  public static func localeFolder(environment: [String: String], executable: String) -> String? {
    if let folder = environment["KURS_LOCALEDIR"], folder.hasPrefix("/") { return folder }
    let prefix = executable.split(separator: "/").dropLast(2).joined(separator: "/")
    return folder("/\(prefix)/share/locale")
  }
}
