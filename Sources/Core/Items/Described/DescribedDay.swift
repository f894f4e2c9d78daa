// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// How the answers of a described provider write a day.
enum DescribedDay: Sendable {
  /// `yyyy-MM-dd`; with a star behind, whatever follows is passed over.
  case shape(DayShape, isBeginning: Bool)
  /// Seconds since 1970.
  case unix

  /// Nil for what has not each of year, month and day once.
  init?(_ text: String) {
    if text == "unix" {
      self = .unix
      return
    }
    let isBeginning = text.hasSuffix("*")
    guard let shape = DayShape(written: isBeginning ? String(text.dropLast()) : text) else { return nil }
    self = .shape(shape, isBeginning: isBeginning)
  }

  func day(_ text: String) -> Day? {
    switch self {
    case .shape(let shape, let isBeginning):
      return shape.day(isBeginning ? String(text.prefix(shape.length)) : text)
    case .unix:
      guard let seconds = Int64(text), (0...253_402_300_799).contains(seconds) else { return nil }
      return Day(number: Int32(seconds / 86_400))
    }
  }
}
