// SPDX-License-Identifier: GPL-3.0-or-later
import KursItems
import KursModel
import Testing

@testable import KursWorkflow

/// Tests reading single cells and encodings of a table, without its columns.
@Suite struct TableCellTests {
  @Test("a number is read with decimal point and with decimal comma", arguments: [
    ("1,234", "1234", "1.234"), ("1.234", "1.234", "1234"), ("12.50", "12.5", nil), ("12,50", nil, "12.5"),
    ("1,234.50", "1234.5", nil), ("1.234,50", nil, "1234.5"), ("1,23,456.00", "123456", nil), ("7 000", "7000", "7000"),
    ("1 234,50", nil, "1234.5"), ("1’234.50", "1234.5", nil), ("1,2,3", nil, nil), ("0,123", nil, "0.123"),
    ("1.234.567", nil, "1234567"), ("١٢٫٥", "12.5", "12.5"), (".5", "0.5", nil), ("5.–", "5", nil), ("1.5E+3", "1500", nil),
  ] as [(String, String?, String?)])
  func numbers(text: String, point: String?, comma: String?) throws {
    let number = try #require(AmountCell(text)?.number)
    #expect(number.value(.point)?.exactText() == point)
    #expect(number.value(.comma)?.exactText() == comma)
  }

  @Test("a minus or brackets make an amount negative", arguments: [
    ("(12)", true), ("($12.00)", true), ("$(12.00)", true), ("12-", true), ("EUR −12", true), ("12 EUR", false), ("+12", false),
    ("(EUR) 12", false), ("US-Dollar 12", false),
  ])
  func aMinusOrBracketsMakeAnAmountNegative(text: String, isNegative: Bool) throws {
    #expect(try #require(AmountCell(text)).isNegative == isNegative)
  }

  @Test(
    "a cell without exactly one number is not an amount",
    arguments: ["", "-", "n/a", "10-20", "10/30/2026", "--5", "-(5)", "3 x 5", "(5", "5)"])
  func aCellWithoutExactlyOneNumberIsNotAnAmount(text: String) { #expect(AmountCell(text) == nil) }

  @Test("a date is read in the column's order of day and month", arguments: [
    ("2026-10-30", "2026-10-30", "2026-10-30"), ("03/04/2026", "2026-04-03", "2026-03-04"), ("3.4.26", "2026-04-03", nil),
    ("13/04/2026", "2026-04-13", nil), ("30 Oct 2026, 12:00", "2026-10-30", "2026-10-30"), ("2019.04.19.", "2019-04-19", "2019-04-19"),
    ("20240115;093000", nil, nil), ("1. März 2024", "2024-03-01", "2024-03-01"), ("45306", "2024-01-15", "2024-01-15"),
    ("2024-12-31T23:30:00-05:00", "2024-12-31", "2024-12-31"), ("25 lut 2025", "2025-02-25", "2025-02-25"),
  ] as [(String, String?, String?)])
  func aDateIsReadInTheColumnsOrderOfDayAndMonth(text: String, dayFirst: String?, monthFirst: String?) throws {
    let cell = try #require(DateCell(Array(text.utf8)[...]))
    #expect(cell.day(.dayFirst)?.description == dayFirst)
    #expect(cell.day(.monthFirst)?.description == monthFirst)
  }

  @Test(
    "text that is not a date gives no date",
    arguments: ["offen", "10.30", "1.234,50", "30.10.2026 - 31.10.2026", "2024-13-45x", "Oct 2026", "1-2-3"])
  func textThatIsNotADateGivesNoDate(text: String) { #expect(DateCell(Array(text.utf8)[...]) == nil) }

  @Test("UTF-16 text is decoded the same in pieces of any size", arguments: 1...9)
  func utf16TextIsDecodedTheSameInPiecesOfAnySize(size: Int) throws {
    let text = "a,é😀\r\nb,c\rd,e"
    for (encoding, isLittle) in [(TableEncoding.utf16LittleEndian, true), (.utf16BigEndian, false)] {
      var rest = ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
        let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
        return isLittle ? bytes : bytes.reversed()
      }[...]
      var input = try TableInput(encoding) {
        defer { rest = rest.dropFirst(size) }
        return Array(rest.prefix(size))
      }
      var rows: [[String]] = []
      while try input.advance() { rows.append(input.texts) }
      #expect(rows == [["a", "é😀"], ["b", "c"], ["d", "e"]])
    }
  }

  @Test("a table's encoding is detected from all its bytes")
  func aTablesEncodingIsDetectedFromAllItsBytes() throws {
    func detect(_ bytes: [UInt8], _ region: String? = nil) throws -> TableEncoding {
      var detector = EncodingDetector()
      detector.read(bytes)
      return try detector.encoding(region: region)
    }
    let ascii = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000)
    #expect(try detect(ascii + Array("é".utf8)) == .utf8)
    #expect(try detect(ascii + [0x61, 0xE9, 0x61]) == TableEncoding(rawValue: "Windows-1252"))
    // The byte A3 is "Ł" in Windows-1250 and a pound sign in Windows-1252. The first text is "Łódź".
    #expect(try detect([0xA3, 0xF3, 0x64, 0x9F]) == TableEncoding(rawValue: "Windows-1250"))
    #expect(try detect(Array("Value (".utf8) + [0xA3, 0x29]) == TableEncoding(rawValue: "Windows-1252"))
    #expect(throws: TableFault.notText) { try detect([0x61, 0, 0, 0x62]) }
    // `chinese` is "支出,收入" and more words in GB 18030. The last expectation has katakana in Shift JIS.
    let chinese: [UInt8] = [
      0xD6, 0xA7, 0xB3, 0xF6, 0x2C, 0xCA, 0xD5, 0xC8, 0xEB, 0x2C, 0xBD, 0xF0, 0xB6, 0xEE, 0x2C, 0xB2, 0xCD, 0xD2, 0xFB, 0x2C,
      0xB5, 0xEA, 0x2C, 0xD3, 0xE0, 0xB6, 0xEE, 0x0A,
    ]
    #expect(try detect(chinese) == .gb18030)
    #expect(try detect([0x83, 0x4A, 0x81, 0x5B, 0x83, 0x68, 0x83, 0x56, 0x2C, 0x31]) == .shiftJIS)
  }
}
