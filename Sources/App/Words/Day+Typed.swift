// SPDX-License-Identifier: GPL-3.0-or-later
import KursCore
import KursDesktop
import KursModel

extension Day {
  /// A day as a person types it into a field, in every form that an amount takes one in.
  init?(typed text: String) {
    let words = ReaderWords(language: Gettext.language(domain: Paths.domain) ?? "en")
    guard let day = words.day(text, today: LiveClock.now().localDay) else { return nil }
    self = day
  }
}
