// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import GRDB
@testable import KursStorage
import Testing

/// A value that SQLite would convert differs from the stored value.
@Suite struct ColumnTests {
  @Test("only an integer is read as an integer", arguments: ["1.5", "'1'", "x'31'", "1e300", "NULL"])
  func onlyAnIntegerIsReadAsAnInteger(stored: String) throws {
    #expect(try read("7") == 7)
    #expect(throws: DatabaseError.self) { let _: Int = try read(stored) }
  }

  @Test("only bytes are read as bytes", arguments: ["'text'", "1", "1.5", "NULL"])
  func onlyBytesAreReadAsBytes(stored: String) throws {
    #expect(try read("x'0102'") == Data([1, 2]))
    #expect(throws: DatabaseError.self) { let _: Data = try read(stored) }
  }

  @Test("only text is read as text", arguments: ["x'6162'", "1", "1.5", "NULL"])
  func onlyTextIsReadAsText(stored: String) throws {
    #expect(try read("'ab'") == "ab")
    #expect(throws: DatabaseError.self) { let _: String = try read(stored) }
  }

  @Test("only zero and one are read as Booleans", arguments: ["2", "-1", "1.5", "'x'"])
  func onlyZeroAndOneAreReadAsBooleans(stored: String) throws {
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
