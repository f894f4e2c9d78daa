// SPDX-License-Identifier: GPL-3.0-or-later
import KursDesktop
import KursGtk

/// The names of each country by which a search finds its currency.
struct CountryNames: Sendable {
  private let english: [String: [String]]
  var translate: @Sendable (String) -> String = { Gettext.translate(system: Self.domain, $0) }
  private static let domain = "iso_3166-1"

  /// `text`: a line for each country, its ISO 3166 code, a space, and its English names between semicolons; one of
  /// them is the one that the iso-codes translations know.
  init(text: String) {
    english = text.split(separator: "\n").reduce(into: [:]) { names, line in
      guard let space = line.firstIndex(of: " ") else { return }
      names[String(line[..<space])] = line[line.index(after: space)...].split(separator: ";").map { name in
        String(name.drop { $0 == " " })
      }
    }
  }

  /// The names the program brings; none where its resources lack them.
  @MainActor
  init() {
    // Here and not at the start of the program: few runs search for a country.
    Gettext.openSystem(domain: Self.domain)
    self.init(text: Resources.text(of: "/org/kursapp/Kurs/countries.txt") ?? "")
  }

  /// A country's names in the person's language and in English, by its ISO 3166 code.
  func callAsFunction(_ code: String) -> [String] {
    english[code].map { names in names + names.map(translate).filter { !names.contains($0) } } ?? [code]
  }
}
