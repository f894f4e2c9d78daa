// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
@testable import KursStorage
import Testing

/// A stored value that doesn't have its column's type is refused, because SQLite would return a different value.
@Suite struct ColumnTests {
  @Test("a stored non-integer isn't read as an integer", arguments: ["1.5", "'1'", "x'31'", "1e300", "NULL"])
  func aStoredNonIntegerIsntReadAsAnInteger(stored: String) throws {
    #expect(try read("7") == 7)
    #expect(throws: DatabaseError.self) { let _: Int = try read(stored) }
  }

  @Test("a stored value other than bytes isn't read as bytes", arguments: ["'text'", "1", "1.5", "NULL"])
  func aStoredValueOtherThanBytesIsntReadAsBytes(stored: String) throws {
    #expect(try read("x'0102'") == Data([1, 2]))
    #expect(throws: DatabaseError.self) { let _: Data = try read(stored) }
  }

  @Test("a stored value other than text isn't read as text", arguments: ["x'6162'", "1", "1.5", "NULL"])
  func aStoredValueOtherThanTextIsntReadAsText(stored: String) throws {
    #expect(try read("'ab'") == "ab")
    #expect(throws: DatabaseError.self) { let _: String = try read(stored) }
  }

  @Test("a stored value other than 0 and 1 isn't read as Boolean", arguments: ["2", "-1", "1.5", "'x'"])
  func aStoredValueOtherThan0And1IsntReadAsBoolean(stored: String) throws {
    #expect(try read("1") == true)
    #expect(try read("0") == false)
    #expect(throws: DatabaseError.self) { let _: Bool = try read(stored) }
  }

  private func read<Value: DatabaseValueConvertible>(_ stored: String) throws -> Value {
    try DatabaseQueue().read { database in
      try #require(try Row.fetchOne(database, sql: "SELECT \(stored) AS it")).column("it")
    }
  }
}
