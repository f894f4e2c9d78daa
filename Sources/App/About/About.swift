// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursGtk

extension AboutDetails {
  /// The program's own.
  @MainActor
  static var kurs: AboutDetails {
    AboutDetails(
      name: tr("Kurs"), icon: Paths.applicationId, version: kursVersion,
      comments: tr("Converts currencies with rates that say where they come from and how old they are."),
      copyright: tr("© The Kurs authors"), translators: translators,
      credits: Credits(title: tr("Rates"), names: [tr("European Central Bank") + " https://www.ecb.europa.eu"]))
  }

  private static var translators: String {
    // Translators: your names, one in a line; they are shown in the About window.
    let credits = tr("translator-credits")
    return credits == "translator-credits" ? "" : credits
  }
}
