// SPDX-License-Identifier: GPL-3.0-or-later
import GRDB

extension Instant: DatabaseValueConvertible {
  var databaseValue: DatabaseValue { milliseconds.databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    Int64.fromDatabaseValue(value).map(Self.init(milliseconds:))
  }
}

extension CalendarDay: DatabaseValueConvertible {
  var databaseValue: DatabaseValue { description.databaseValue }

  static func fromDatabaseValue(_ value: DatabaseValue) -> Self? {
    String.fromDatabaseValue(value).flatMap(Self.init)
  }
}
