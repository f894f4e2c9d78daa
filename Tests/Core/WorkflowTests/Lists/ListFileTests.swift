// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursCore
import KursModel
import Testing
import TestSupport

@testable import KursWorkflow

/// Any computer reads from a list file exactly the list that was written, or refuses the file.
@Suite struct ListFileTests {
  private let catalogue = CalculatorSample.catalogue

  private func read(_ text: String) throws -> ListFile { try ListFile(text, catalogue: catalogue, kept: evening) }

  /// Returns the list as a computer with another number format reads it.
  private func reread(_ file: ListFile, _ symbols: NumberSymbols) -> CalculationRecord {
    let reader = CalculationReader(symbols: symbols, catalogue: catalogue)
    let calculation = RecordReader(reader, symbols: symbols, catalogue: catalogue).calculation(file.record)
    var list = FinishedCalculation(
      calculation, result: file.record.result, targets: file.record.targets, rates: FlatRates.then)
    (list.fee, list.roundsCash) = (file.record.fee, file.record.isRoundedToCash)
    return CalculationRecord(list, writer: CalculationWriter(symbols: symbols), savedAt: evening)
  }

  @Test("a list file is read back unchanged", arguments: 0..<200)
  func aListFileIsReadBackUnchanged(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let symbols = NumberSymbols(posix: ["en_US", "de_DE", "ar_EG", "de_CH", "en_IN"].randomElement(using: &random)!)
    let file = ListFile(title: text(&random), record: record(symbols, &random))
    let again = try read(file.text)
    #expect(again.title == file.title)
    #expect(again.record.fingerprint == file.record.fingerprint)
    #expect(again.text == file.text)
    #expect(again.record.rule == file.record.rule)
    #expect(again.record.lines.map(\.note) == file.record.lines.map(\.note))
    for other in ["en_US", "de_DE", "ar_EG"] {
      #expect(reread(again, NumberSymbols(posix: other)).fingerprint == file.record.fingerprint, "\(other): \(file.text)")
    }
  }

  private func record(_ symbols: NumberSymbols, _ random: inout SplitMix64) -> CalculationRecord {
    let reader = CalculationReader(symbols: symbols, catalogue: catalogue)
    let format = NumberFormat(symbols)
    let codes = ["EUR", "USD", "GBP", "JPY", "TRY"].compactMap { Currency($0) }
    let lines = (1...Int.random(in: 1...6, using: &random)).map { number in
      let amount = Rational(Int64.random(in: 1...9_999_999, using: &random)).divided(by: Rational(100))!
      let (currency, sign) = (codes.randomElement(using: &random)!, Bool.random(using: &random) ? LineSign.plus : .minus)
      let day = Bool.random(using: &random) ? Day(year: 2026, month: 10, day: Int.random(in: 1...30, using: &random)) : nil
      let id = CalculationLine.ID(number)
      let written = format.exactText(amount)
      let note = Bool.random(using: &random) ? text(&random) : ""
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        return reader.line(
          id, sign: sign, exactly: Money(amount.divided(by: Rational(7))!, currency), minorUnit: 2, day: day, note: note)
      case 1: return reader.line(id, sign: sign, amount: "-\(written)", currency: currency, day: day, note: note)
      case 2: return reader.line(id, sign: sign, amount: "(\(written) + 3) * 2", currency: currency, day: day, note: note)
      case 3: return reader.line(id, sign: sign, amount: "\(written) \(currency) / 2", day: day, note: note)
      default: return reader.line(id, sign: sign, amount: written, currency: currency, day: day, note: note)
      }
    }
    let day = Bool.random(using: &random) ? Day(year: 2026, month: 1, day: 2) : nil
    let rule = Bool.random(using: &random) ? (["before", "after"] + RulePreset.all.map(\.name)).randomElement(using: &random) : nil
    let fee = Fee(percent: Rational(Int64.random(in: 1...50, using: &random)).divided(by: Rational(3))!, direction: .iReceive)
    var list = FinishedCalculation(
      Calculation(lines: lines, day: day, rule: rule.flatMap { NamedRule($0) }),
      result: codes.randomElement(using: &random)!,
      targets: Array(codes.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random))),
      rates: FlatRates.then)
    list.fee = Bool.random(using: &random) ? fee : nil
    list.roundsCash = Bool.random(using: &random)
    return CalculationRecord(list, writer: CalculationWriter(symbols: symbols), savedAt: evening)
  }

  /// Returns a title or note made of characters that could be mistaken for parts of the file format.
  private func text(_ random: inout SplitMix64) -> String {
    let parts = ["Hotel", "#", ":", "\t", "\\", "\\t", "\u{301}", "12.50 EUR", "-", "رحلة", " ", "\n", "\r", "e", "\u{2028}", "📎"]
    return "x" + (0..<Int.random(in: 0...6, using: &random)).map { _ in parts.randomElement(using: &random)! }.joined()
  }

  @Test("a list file has the documented format") func aListFileHasTheDocumentedFormat() throws {
    let file = try read(
      """
      # Kurs list 1
      # name: Lisbon
      # total: EUR
      # results: USD, GBP
      # day: 2026-10-30
      # rule: before
      # fee: pay 1/50
      # cash: yes
      # lines: 3
      120.50\tEUR\t\tHotel
      -5500 USD / 2\t\t2026-10-29
      33.33\tGBP\t\t\t100/3

      """)
    #expect(file.title == "Lisbon")
    #expect(file.record.lines.map(\.sign) == [.plus, .minus, .plus])
    #expect(file.record.lines[0].note == "Hotel")
    #expect(file.record.lines[1].day == Day(year: 2026, month: 10, day: 29))
    #expect(file.record.lines[2].exact == Money(Rational(100).divided(by: Rational(3))!, .gbp))
    #expect(file.record.targets == [.usd, .gbp])
    #expect(file.record.rule?.name == "before")
    #expect(file.record.fee == Fee(percent: Rational(2), direction: .iPay))
    #expect(file.record.isRoundedToCash)
  }

  /// Text as from a text editor: no line count, extra spaces, an empty row and Windows line endings.
  @Test("a list file written by hand is read") func aListFileWrittenByHandIsRead() throws {
    let file = try read("# Kurs list 1\r\n#total:EUR\r\n\r\n 12.50 \t usd \r\n- 3 CHF\r\n".replacing("CHF", with: "GBP"))
    #expect(file.record.lines.map(\.currency) == [.usd, nil])
    #expect(file.record.lines.map(\.sign) == [.plus, .minus])
  }

  @Test("a damaged row of a list file is reported by its number", .fault("S25"), arguments: [
    ("# total: EUR\n12\tEUR\nDear Sir\n", 4), ("# total: EUR\n12\tXXX\n", 3), ("# total: EUR\n12\tEUR\t30.10.2026\n", 3),
    ("# total: EUR\n# colour: red\n", 3), ("# total: EUR\n# total: USD\n", 3), ("# total: nothing\n", 2),
    ("# rule: by-heart\n", 2), ("# fee: 2\n", 2), ("# total: EUR\n12\tEUR\t\t\t\t\t\n", 3), ("12\tEUR\n", 1),
    ("# total: EUR\n12 +\tEUR\n", 3), ("# total: EUR\n\t\tEUR\n", 3), ("# total: EUR\n1\tEUR\t\t\t1/0\n", 3),
  ])
  func aDamagedRowOfAListFileIsReportedByItsNumber(rest: String, row: Int) {
    #expect { try read("# Kurs list 1\n" + rest) } throws: { error in
      guard case .row(row, _)? = error as? ListFileFault else { return false }
      return true
    }
  }

  @Test("a list file is refused if truncated or of a newer format", .fault("S25"))
  func aListFileIsRefusedIfTruncatedOrOfANewerFormat() {
    #expect(throws: ListFileFault.count(declared: 2, found: 1)) { try read("# Kurs list 1\n# total: EUR\n# lines: 2\n1\tEUR\n") }
    #expect(throws: ListFileFault.later) { try read("# Kurs list 2\n# total: EUR\n1\tEUR\n") }
  }

  /// Removes or changes each byte of a file, and cuts the file at each byte.
  @Test("a damaged list file never crashes the program", .fault("S25"))
  func aDamagedListFileNeverCrashesTheProgram() throws {
    var random = SplitMix64(seed: 17)
    let bytes = Array(ListFile(title: "Trip", record: record(.english, &random)).text.utf8)
    for place in bytes.indices {
      for change in [[], [UInt8.random(in: 0...255, using: &random)]] {
        var damaged = bytes
        damaged.replaceSubrange(place...place, with: change)
        _ = try? read(String(decoding: damaged, as: UTF8.self))
        _ = try? read(String(decoding: bytes[..<place], as: UTF8.self))
      }
    }
  }

  @Test("invalid UTF-8 in a list file is reported with the row", .fault("S25"))
  func invalidUTF8InAListFileIsReportedWithTheRow() throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/list.txt"
    try WholeFile.write(Array("12 EUR\n13 EUR\n".utf8) + [0xFF, 0xFE], to: path)
    #expect(throws: ListFileFault.noText(row: 3)) { try ListFile.text(of: path) }
    try WholeFile.write([0xEF, 0xBB, 0xBF] + Array("# Kurs list 1\n".utf8), to: path)
    #expect(ListFile.isListFile(try ListFile.text(of: path)))
    try WholeFile.write(Array(repeating: UInt8(ascii: "1"), count: 2 * CalculationReader.mostBytes), to: path)
    #expect(throws: ListFileFault.notReadable) { try ListFile.text(of: path) }
    #expect(throws: ListFileFault.notReadable) { try ListFile.text(of: folder.path + "/nowhere") }
  }

  @Test("a written list file of 10,000 long lines can be opened")
  func aWrittenListFileOf10000LongLinesCanBeOpened() throws {
    let lines = (1...CalculationReader.mostLines).map { number in
      RecordedLine(
        sign: .plus, text: "\(number).25", portable: "\(number).25", currency: .usd, day: nil,
        note: String(repeating: "Lunch ", count: 20), form: NumberSymbols.english.form)
    }
    let record = CalculationRecord(text: "", lines: lines, result: .eur, targets: [], savedAt: evening)
    let folder = TemporaryFolder()
    let path = folder.path + "/list.txt"
    try WholeFile.write(Array(ListFile(title: "Year", record: record).text.utf8), to: path)
    #expect(try read(ListFile.text(of: path)).record.lines.count == lines.count)
  }

  @Test("an opened list file gets a number if its name is taken")
  func anOpenedListFileGetsANumberIfItsNameIsTaken() async throws {
    let folder = TemporaryFolder()
    let calculator = try await StartTests().start(environment(folder, country: "DE")).0
    await calculator.send(.amountTyped("1 EUR + 2 USD"))
    await calculator.send(.equalsPressed)
    await calculator.send(.feeChosen(Fee(percent: Rational(2), direction: .iPay)))
    await calculator.send(.dayChosen(Day(year: 2026, month: 10, day: 29)))
    #expect(await calculator.listFile()?.title == "")
    try await calculator.nameList("Trip")
    let text = try #require(await calculator.listFile()).text
    let before = try #require(await calculator.state.list)
    try await calculator.openList(nil)
    try await calculator.openFile(text)
    #expect(await calculator.state.list == before)
    await calculator.send(.lineRemoved(at: 0))
    try await calculator.openFile(text)
    #expect(await calculator.state.list?.title == "Trip (2)")
    await calculator.flush()
    #expect(await calculator.listFile()?.text == text.replacing("name: Trip", with: "name: Trip (2)"))
    let saved = try await calculator.archive.saved()
    #expect(saved.map(\.title) == ["Trip (2)", "Trip"])
    #expect(saved[0].record.total != nil)
    #expect(saved[1].record.lines.count == 1)
  }

  @Test("an unnamed list file replaces the unnamed list and can be undone")
  func anUnnamedListFileReplacesTheUnnamedListAndCanBeUndone() async throws {
    let folder = TemporaryFolder()
    let calculator = try await StartTests().start(environment(folder, country: "DE")).0
    await calculator.send(.amountTyped("7 GBP"))
    try await calculator.openFile("# Kurs list 1\n# total: EUR\n# fee: pay 1/50\n1\tEUR\n2\tUSD\n")
    #expect(await calculator.state.list == nil)
    #expect(await calculator.state.lines.map(\.text) == ["1", "2"])
    #expect(await calculator.state.fee?.direction == .iPay)
    await calculator.send(.undo)
    await calculator.send(.undo)
    #expect(await calculator.state.lines.map(\.text) == ["7"])
    await #expect(throws: ListFileFailure.fault(.row(3, "?"))) {
      try await calculator.openFile("# Kurs list 1\n# total: EUR\n?\n")
    }
    await calculator.send(.amountTyped("7 +"))
    #expect(await calculator.listFile() == nil)
  }

  @Test("a list file and a text file of amounts can be opened")
  func aListFileAndATextFileOfAmountsCanBeOpened() async throws {
    let folder = TemporaryFolder()
    let calculator = try await StartTests().start(environment(folder, country: "DE")).0
    for text in ["# Kurs list 1\n# total: EUR\n1\tEUR\n2\tUSD\n", "3 EUR\n4 USD\n"] {
      try Data(text.utf8).write(to: URL(filePath: folder.path + "/list.txt"))
      try await calculator.openFile(at: folder.path + "/list.txt")
      #expect(await calculator.state.lines.map(\.text) == (text.hasPrefix("#") ? ["1", "2"] : ["3", "4"]))
    }
    await #expect(throws: ListFileFailure.fault(.notReadable)) {
      try await calculator.openFile(at: folder.path + "/none.txt")
    }
  }
}
