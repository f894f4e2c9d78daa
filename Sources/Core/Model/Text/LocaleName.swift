// SPDX-License-Identifier: GPL-3.0-or-later

/// A POSIX locale name taken apart: `de_CH.UTF-8@euro` is the language `de` in the region `CH`.
public struct LocaleName: Hashable, Sendable {
  /// ISO 639, lower case; `en` for `C`, `POSIX` and the empty name.
  public let language: String
  /// ISO 3166, upper case; nil when the name has none.
  public let region: String?
  /// ISO 15924 as in `Cyrl`, when the modifier names a script (`uz_UZ@cyrillic`).
  public let script: String?

  public init(posix name: String) {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let base = parts[0].prefix { $0 != "." }
    let fields = base.split(whereSeparator: { $0 == "_" || $0 == "-" })
    let language = fields.first?.lowercased() ?? ""
    self.language = ["", "c", "posix"].contains(language) ? "en" : language
    region = fields.dropFirst().first { $0.count == 2 }.map { $0.uppercased() }
    script = parts.count > 1 ? Self.scripts[parts[1].lowercased()] : nil
  }

  /// From the environment, as setlocale(3) ranks it: `LC_ALL`, then `category`, then `LANG`.
  public init(environment: [String: String], category: String) {
    let name = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    self.init(posix: name ?? "C")
  }

  /// The language of sentences, as gettext chooses it: the first of `LANGUAGE`, unless the locale is C.
  public init(ofWordsIn environment: [String: String]) {
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let wished = ["C", "POSIX"].contains(name) ? nil : environment["LANGUAGE"]?.split(separator: ":").first
    self.init(posix: wished.map(String.init) ?? name)
  }

  private static let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva", "arabic": "Arab"]
}
