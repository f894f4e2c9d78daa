// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

extension Calendar {
  /// The day that is marked; setting the one that is marked already tells nobody.
  var day: Day? {
    get {
      let date = date
      return Day(year: date.year, month: date.month, day: date.day)
    }
    set {
      if let newValue, newValue != day { date = newValue.civil }
    }
  }

  /// Writes the marked day into a field that does not have it yet.
  func tell(_ field: Entry) {
    guard let day, Day(typed: field.text) != day else { return }
    field.text = day.description
  }
}
