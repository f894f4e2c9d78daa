// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct SessionValues {
  /// The text of the active line.
  var typed: String?
  /// The exact amount of the active line. After a swap, the line's text shows this amount rounded.
  var amount: Rational?
  var source: Currency?
  var results: [Currency]?
  /// The user's result currencies for all lists. If synced result currencies are stored, they apply instead.
  var chosen: [Currency]?
  /// All lines of the list. Nil if `typed` and `source` are enough.
  var lines: [StoredLine]?
  var active = 0
  var total: Currency?
  var day: Day?
  var rule: NamedRule?
  var fee: Fee?
  var roundsCash = false
  var window: WindowSize?
  var hasKeypad: Bool?
  var isCompact = false
  var compactWindow: WindowSize?
  var list: ListName?
  /// The unnamed list while a saved list is open. It is in the array `waiting`, because a struct can't contain itself.
  var draft: SessionValues? { waiting.first }
  private var waiting: [SessionValues] = []
  /// The stored meaning of the only line if `lines` is nil.
  var reading: StoredReading?
  /// Amounts from the history or a saved list. They show how to read a line that was stored without number format.
  var evidence: [RecordedLine] = []

  init(_ sheet: Sheet, _ state: CalculatorState, draft: Sheet? = nil, form: String) {
    self.init(sheet, form: form)
    typed = state.typed
    amount = state.amount
    window = state.window
    hasKeypad = state.hasKeypad
    (isCompact, compactWindow) = (state.isCompact, state.compactWindow)
    list = state.list
    waiting = draft.map { [SessionValues($0, form: form)] } ?? []
  }

  private init(_ sheet: Sheet, form: String) {
    typed = sheet.activeLine.text
    amount = sheet.activeLine.exact
    source = sheet.activeLine.picked
    results = sheet.results
    chosen = sheet.chosen
    let stored = sheet.lines.map { StoredLine($0, form: form) }
    let isPlain = stored.count == 1 && stored[0].isPlain
    lines = isPlain ? nil : stored
    reading = isPlain ? stored[0].reading : nil
    active = sheet.active
    total = sheet.total
    day = sheet.day
    rule = sheet.rule
    fee = sheet.fee
    roundsCash = sheet.roundsCash
  }

  init(_ stored: [String: String]) {
    typed = stored["amount"]
    amount = stored["exact"].flatMap { Rational(fraction: $0) }
    source = stored["source"].flatMap { Currency($0) }
    results = stored["results"].map(Self.currencies)
    chosen = stored["chosen"].map(Self.currencies)
    lines = stored["lines"].flatMap { $0.isEmpty ? nil : RowField.rows($0).compactMap { StoredLine(row: $0) } }
    active = stored["active"].flatMap { Int($0) } ?? 0
    total = stored["total"].flatMap { Currency($0) }
    day = stored["day"].flatMap { Day(iso: $0) }
    rule = stored["rule"].flatMap { NamedRule($0) }
    fee = stored["fee"].flatMap { Fee(stored: $0) }
    roundsCash = stored["cash"] == "1"
    hasKeypad = stored["keypad"].map { $0 != "0" }
    isCompact = stored["compact"] == "1"
    window = stored["window"].flatMap { WindowSize(text: $0) }
    compactWindow = stored["compact-window"].flatMap { WindowSize(text: $0) }
    list = stored["list"].flatMap { UserObject.ID($0) }.map { ListName(id: $0, title: stored["list-title"] ?? "") }
    take(RowField.rows(stored["readings"] ?? "").compactMap { StoredReading(row: $0) })
    waiting = stored["aside"].flatMap { $0.isEmpty ? nil : [SessionValues(Self.read($0))] } ?? []
  }

  private mutating func take(_ readings: [StoredReading]) {
    guard lines != nil else {
      reading = readings.first { $0.text == typed ?? "" }
      return
    }
    var rest = readings
    for index in (lines ?? []).indices {
      guard let place = rest.firstIndex(where: { $0.text == lines?[index].text }) else { continue }
      lines?[index].reading = rest.remove(at: place)
    }
  }

  /// Whether an older Kurs wrote a line of this list or of the unnamed list.
  var lacksReadings: Bool {
    let hasAll = lines.map { $0.allSatisfy { $0.reading != nil } } ?? (typed == nil || reading != nil)
    return !hasAll || draft?.lacksReadings == true
  }

  mutating func take(evidence: [RecordedLine], waiting others: [RecordedLine]) {
    self.evidence = evidence
    for index in waiting.indices { waiting[index].evidence = others }
  }

  /// The values to store. A missing value becomes empty text, so that it replaces the old value.
  var values: [String: String] {
    var values: [String: String] = [:]
    values["amount"] = typed
    values["exact"] = amount?.fraction ?? ""
    values["source"] = source?.code
    values["results"] = results.map(Self.text)
    values["chosen"] = chosen.map(Self.text)
    values["lines"] = (lines ?? []).map(\.row).joined(separator: "\n")
    values["readings"] = (lines?.compactMap(\.reading) ?? [reading].compactMap { $0 }).map(\.row).joined(
      separator: "\n")
    values["active"] = String(active)
    values["total"] = total?.code ?? ""
    values["day"] = day?.description ?? ""
    values["rule"] = rule?.name ?? ""
    values["fee"] = fee?.stored ?? ""
    values["cash"] = roundsCash ? "1" : "0"
    values["keypad"] = hasKeypad.map { $0 ? "1" : "0" }
    values["compact"] = isCompact ? "1" : "0"
    values["window"] = window?.text
    values["compact-window"] = compactWindow?.text
    values["list"] = list?.id.text ?? ""
    values["list-title"] = list?.title ?? ""
    values["aside"] = draft.map { Self.write($0.values) } ?? ""
    return values
  }

  private static func write(_ values: [String: String]) -> String {
    values.sorted { $0.key < $1.key }.map { "\($0.key)\t\(RowField.write($0.value))" }.joined(separator: "\n")
  }

  private static func read(_ text: String) -> [String: String] {
    let rows = RowField.rows(text).map { RowField.fields($0) }
    return Dictionary(
      rows.compactMap { $0.count == 2 ? ($0[0], RowField.read($0[1])) : nil }, uniquingKeysWith: { $1 })
  }

  private static func currencies(_ text: String) -> [Currency] {
    text.split(separator: ",").compactMap { Currency($0) }
  }

  private static func text(_ currencies: [Currency]) -> String {
    currencies.map(\.code).joined(separator: ",")
  }
}
