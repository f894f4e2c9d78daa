// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursGtk

extension AboutDetails {
  @MainActor
  static var kurs: AboutDetails {
    AboutDetails(
      name: tr("Kurs"), icon: Paths.applicationId, version: kursVersion,
      comments: tr("Converts currencies and shows the source and date of each rate."),
      copyright: tr("© The Kurs authors"), website: "https://kursapp.org/", translators: translators,
      credits: Credits(title: tr("Rates"), names: [tr("European Central Bank") + " https://www.ecb.europa.eu"]),
      parts: linked)
  }

  /// The libraries that are linked into Kurs. `docs/BUILD.md` lists them too.
  private static let linked = [
    Part(name: "GRDB", copyright: "© 2015–2025 Gwendal Roué", license: .mit),
    Part(name: "BigInt", copyright: "© 2016–2017 Károly Lőrentey", license: .mit),
    Part(name: "Swift", copyright: "© Apple Inc. and the Swift project authors", license: .apache),
  ]

  private static var translators: String {
    // Translators: write your names here, one name per line. The About window shows them.
    let credits = tr("translator-credits")
    return credits == "translator-credits" ? "" : credits
  }
}
