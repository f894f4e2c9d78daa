// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

/// The sentence below a date field that holds no date when one is to be taken from it.
@MainActor
final class DateProblem {
  nonisolated static var sentence: String { tr("This is not a date. Write it as 30 October 2026 or 2026-10-30.") }

  private let label: Label

  init(_ label: Label) {
    self.label = label
    label.keepRoom(for: Self.sentence)
  }

  /// The day in the field; nil, and the sentence, where it holds none.
  func day(in field: Entry) -> Day? {
    if let day = Day(typed: field.text) { return day }
    field.style("error", true)
    label.text = Self.sentence
    field.grabFocus()
    label.announce(Self.sentence)
    return nil
  }

  /// Typing has gone on: what is half-typed is not wrong yet.
  func leave(_ field: Entry) {
    field.style("error", false)
    label.text = ""
  }
}
