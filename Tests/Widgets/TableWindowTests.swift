// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import KursCore
import KursModel
import XCTest

@testable import KursApp
@testable import KursGtk
@testable import KursWorkflow

final class TableWindowTests: WidgetTestCase {
  private static func state(_ text: String, _ form: Result<TableForm, TableFault>) -> TableState {
    var state = TableState()
    (state.origin, state.phase) = (.file(path: "/a/statement.csv"), .ready)
    state.preview = TablePreview(Array(text.utf8)[...], form: form, encoding: .utf8)
    return state
  }

  private static let form: TableForm = {
    var form = TableForm()
    (form.names, form.width, form.amount) = (["day", "sum & more", "money"], 3, 1)
    (form.from, form.to, form.day) = (.column(2), .fixed(.usd), .column(0))
    return form
  }()

  func testTheRecognisedColumnsOfATableAreSelectedInTheForm() throws {
    onMain {
      let state = TableViewState(
        Self.state("day,sum & more,money\n2026-10-30,5,EUR\n", .success(Self.form)), inUse: [.eur, .usd],
        EveryWindow.words)
      XCTAssertEqual(state.title, "statement.csv")
      let answers = TableColumn.allCases.map { column in
        state.questions[column].map { $0.labels[$0.selected] }
      }
      XCTAssertEqual(answers, ["sum & more", "day", "On or Before the Date", "money", "USD – USD"])
      XCTAssertTrue(state.isConvertible)
    }
  }

  func testATableWithSeveralPossibleAmountColumnsRequiresAChoice() throws {
    onMain {
      let state = TableViewState(
        Self.state("a,b\n1,2\n", .failure(.unclear(.amount, among: ["a", "b"]))), inUse: [.eur], EveryWindow.words)
      XCTAssertEqual(state.remark, "Choose the amount column.")
      XCTAssertEqual(state.questions[.amount]?.labels, ["Choose", "a", "b"])
      XCTAssertEqual(state.rows.map(\.title), ["1 · 2"])
      XCTAssertFalse(state.isConvertible)
    }
  }

  func testTableRowsThatCannotBeConvertedAreReportedBeforeTheConversion() {
    onMain {
      var state = Self.state("day,sum & more,money\n2026-10-30,5,EUR\n", .success(Self.form))
      var outcome = TableOutcome()
      outcome.count(plain: 16)
      outcome.count(RowFault(reason: .currency("XXX"), column: 2), row: 17)
      state.expected = outcome
      let remark = TableViewState(state, inUse: [.eur], EveryWindow.words).remark
      XCTAssertTrue(remark.hasPrefix("1 of 17 rows has no value. The first is row 17, column \"money\":"), remark)
    }
  }

  func testUnreadableEarlierChoicesForTablesAreReported() {
    onMain {
      var state = Self.state("day,sum & more,money\n2026-10-30,5,EUR\n", .success(Self.form))
      state.preview?.memoryFault = .notReadable(path: "")
      let remark = TableViewState(state, inUse: [.eur], EveryWindow.words).remark
      XCTAssertTrue(remark.hasPrefix("Can't read your earlier choices for tables."), remark)
    }
  }

  func testChoosingAColumnSendsAnEventAndRenderingSendsNone() throws {
    try onMain {
      var asked: [TableIntent] = []
      let window = try TableWindow { asked.append($0) }
      let state = Self.state("day,sum & more,money\n2026-10-30,5,EUR\n", .success(Self.form))
      window.render(TableViewState(state, inUse: [.eur], EveryWindow.words))
      window.window.present()
      MainLoop.run(milliseconds: 100)
      XCTAssertEqual(asked, [])
      XCTAssertTrue(window.save.isSensitive)
      window.questions[.day]?.selected = 0
      XCTAssertEqual(asked, [.chosen(.day, .nowhere)])
      window.questions[.to]?.selected = 5
      XCTAssertEqual(asked.last, .anotherCurrency(.to))
      window.window.destroy()
    }
  }

  func testATableOffersAllDateRulesAndShowsTheDateOfEachRate() throws {
    try onMain {
      var asked: [TableIntent] = []
      let window = try TableWindow { asked.append($0) }
      var (form, state) = (Self.form, Self.state("", .success(Self.form)))
      form.rule = NamedRule("pl-vat")
      let text = Array("day,sum & more,money\n2026-10-30,5,EUR\n".utf8)[...]
      state.preview = TablePreview(text, form: .success(form), encoding: .utf8)
      let (day, quote) = (Day(iso: "2026-10-30")!, Day(iso: "2026-10-29")!)
      let rate = Quote(
        provider: .ecb, base: .eur, counter: .usd,
        observation: Observation(day: quote, value: try XCTUnwrap(PublishedNumber("1.1172"))))
      let value = try XCTUnwrap(Rational(text: "1.1172"))
      let route = try XCTUnwrap(ConversionPath(from: .eur, to: .usd, day: day, legs: [.quote(rate)], value: value))
      state.preview?.rows = [
        TablePreview.Row(
          number: 2, text: "5",
          value: .success(
            .init(
              amount: Money(Rational(5), .eur), day: day, rule: form.rule, route: route, value: Money(Rational(6), .usd),
              places: 2)))
      ]
      let view = TableViewState(state, inUse: [.eur], EveryWindow.words)
      let words = EveryWindow.words
      XCTAssertEqual(view.rows.first?.detail, "\(words.date(day)) · rate date: \(words.date(quote))")
      let question = try XCTUnwrap(view.questions[.rule])
      XCTAssertEqual(question.labels[question.selected], "Polish VAT")
      XCTAssertEqual(question.labels.count, NamedRule.all.count + 3)
      XCTAssertEqual(question.labels.last, "Column \"money\"")
      window.render(view)
      window.questions[.rule]?.selected = 1
      XCTAssertEqual(asked, [.chosen(.rule, .rule(try XCTUnwrap(NamedRule("before"))))])
      window.window.destroy()
    }
  }

  private static func lacking(_ error: RateError) -> TableState {
    var state = state("day,sum & more,money\n2026-10-30,5,EUR\n", .success(form))
    let day = Day(iso: "2026-10-30")!
    error.possibleSource(about: day, today: day).map { state.preview?.wanted.note($0.provider, $0.days) }
    state.preview?.rows = [
      TablePreview.Row(number: 2, text: "5", value: .failure(RowFault(reason: .rate(error), column: nil)))
    ]
    return state
  }

  func testAButtonRequestsTheMissingRatesOfATable() throws {
    try onMain {
      var asked: [TableIntent] = []
      let window = try TableWindow { asked.append($0) }
      defer { window.window.destroy() }
      window.window.present()
      let nbp = ProviderID("nbp")
      let first = Day(iso: "2002-01-02")!, newest = Day(iso: "2026-11-02")!, day = Day(iso: "2026-10-29")!
      for (error, label, reason, intent) in [
        (
          RateError.noRates(provider: nbp), "Get Rates From National Bank of Poland",
          "No rates of National Bank of Poland have been fetched yet.", TableIntent.ratesPressed
        ),
        (
          .outsideHistory(day, provider: nbp, first: first, newest: newest), "Get Rates From National Bank of Poland",
          "The rates of National Bank of Poland for \(EveryWindow.words.date(day)) have not been fetched yet.", .ratesPressed
        ),
        (
          .missing(.usd, provider: .ecb, day: day, lastSeen: nil, elsewhere: nbp), "Use National Bank of Poland",
          nil, .providerPressed(nbp)
        ),
      ] as [(RateError, String, String?, TableIntent)] {
        let view = TableViewState(Self.lacking(error), inUse: [.eur], EveryWindow.words)
        XCTAssertEqual(view.offer?.label, label)
        if let reason { XCTAssertEqual(view.rows.first?.detail, "Row 2: \(reason)") }
        window.render(view)
        XCTAssertTrue(window.offer.isVisible)
        asked = []
        gtk_widget_activate(window.offer.widget)
        // GTK first shows an activated button as pressed, so the test waits for the action.
        MainLoop.run(milliseconds: 400)
        XCTAssertEqual(asked, [intent])
      }
      var busy = TableViewState(Self.lacking(.noRates(provider: nbp)), inUse: [.eur], EveryWindow.words)
      busy.isBusy = true
      window.render(busy)
      XCTAssertFalse(window.offer.isVisible)
    }
  }

  func testATableRowWithoutAnAmountShowsTheReason() throws {
    onMain {
      var state = Self.state("day,sum & more,money\n2026-10-30,,EUR\n2026-10-30,x,EUR\n", .success(Self.form))
      for (number, text, reason) in [
        (2, "", CalculationError.Reason.noAmount), (3, "x", CalculationError.Reason.unexpectedCharacter("x")),
        (4, "-5.00", .missingTarget),
      ] {
        let fault = RowFault(reason: .amount(CalculationError(reason, at: 0..<text.count), text), column: 1)
        state.preview?.rows.append(TablePreview.Row(number: number, text: text, value: .failure(fault)))
      }
      let rows = TableViewState(state, inUse: [.eur], EveryWindow.words).rows
      XCTAssertEqual(
        rows.map(\.title), ["Row 2, column \"sum & more\": The amount is missing.", "x", "\u{200E}-5.00"])
      XCTAssertEqual(rows.first?.detail, "")
      XCTAssertTrue(rows.allSatisfy(\.isFault))
    }
  }

  func testTheClosedTableWindowIsFreed() throws {
    try assertFreed {
      let window = try TableWindow { _ in }
      return (window, window.window)
    }
  }

  // The tests below replace LibreOffice by scripts that misbehave in every way that a converter of spreadsheets can.

  private func convert(
    _ script: String?, patience: Duration = .seconds(20)
  ) throws -> Result<[UInt8], SpreadsheetFault> {
    let folder = NSTemporaryDirectory() + "kurs-localc-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if let script {
      let file = folder + "/localc"
      // Kurs calls LibreOffice with arguments that end with: --outdir FOLDER FILE.
      let head = "#!/bin/sh\nwhile [ \"$1\" != --outdir ]; do shift; done\n"
      try Data((head + script + "\n").utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }
    let converter = SpreadsheetConverter(path: folder, patience: patience, limit: 1 << 20)
    let answer = expectation(description: "answered")
    nonisolated(unsafe) var result: Result<[UInt8], SpreadsheetFault> = .failure(.refused)
    Task.detached {
      result = await converter.table("/somewhere/a b.ods")
      answer.fulfill()
    }
    wait(for: [answer], timeout: 60)
    return result
  }

  func testASpreadsheetIsConvertedToATable() throws {
    let result = try convert("printf 'amount,%s' \"$3\" > \"$2/a.csv\"")
    XCTAssertEqual(result, .success(Array("amount,/somewhere/a b.ods".utf8)))
  }

  func testWithoutLibreOfficeASpreadsheetIsRefused() throws { XCTAssertEqual(try convert(nil), .failure(.noConverter)) }

  func testAnUnconvertibleSpreadsheetIsRefused() throws { XCTAssertEqual(try convert("exit 1"), .failure(.refused)) }

  func testTheSpreadsheetReaderIsStoppedIfItsOutputIsTooLarge() throws {
    XCTAssertEqual(try convert("exec head -c 100000000 /dev/zero > \"$2/a.csv\""), .failure(.tooLarge(bytes: 1 << 20)))
  }

  func testAnEndlessConversionOfASpreadsheetIsStopped() throws {
    XCTAssertEqual(
      try convert("sleep 60 & sleep 60", patience: .seconds(1)), .failure(.tooLong(.seconds(1))))
  }
}
