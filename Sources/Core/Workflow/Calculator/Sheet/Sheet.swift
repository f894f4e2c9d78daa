// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

/// The open list with everything that undo restores, for example its day and fee.
struct Sheet: Hashable, Sendable {
  /// The lines, at least one.
  private(set) var lines: [SheetLine]
  private(set) var active = 0
  /// The total's currency. Nil for a single line, because the line's currency applies.
  private(set) var total: Currency?
  /// The result currencies, without duplicates and without the total's currency.
  private(set) var results: [Currency]
  /// The result currencies that are synced between the user's computers. This list may show other result currencies.
  var chosen: [Currency]
  var day: Day?
  var rule: NamedRule?
  var fee: Fee?
  var roundsCash = false
  var list: UserObject.ID?
  var ownRates: [CustomRate] = []

  init(lines: [SheetLine], active: Int = 0, total: Currency, results: [Currency]) {
    self.lines = lines
    self.active = active
    self.total = total
    self.results = results
    chosen = results
    restoreInvariants(since: total)
  }

  var activeLine: SheetLine { lines[active] }

  var totalCurrency: Currency { total ?? lines[0].picked }

  var nextID: CalculationLine.ID { .init((lines.map(\.id.number).max() ?? 0) + 1) }

  var days: Set<Day?> { Set(lines.lazy.map(\.day).filter { $0 != nil }).union([day]) }

  var calculation: Calculation { Calculation(lines: lines.map(\.calculationLine), day: day, rule: rule) }

  struct Parts {
    var lines: [SheetLine]
    var active: Int
    var total: Currency?
    var results: [Currency]
  }

  mutating func edit(_ change: (inout Parts) -> Void) {
    let before = totalCurrency
    var parts = Parts(lines: lines, active: active, total: total, results: results)
    // The sheet's own lines are emptied first, so that a change of one line doesn't copy all lines.
    lines = []
    change(&parts)
    (lines, active, total, results) = (parts.lines, parts.active, parts.total, parts.results)
    restoreInvariants(since: before)
  }

  /// The part that is saved with a list: all except the active line and the choices that apply to all lists.
  var content: Sheet {
    var sheet = self
    (sheet.active, sheet.chosen, sheet.ownRates) = (0, [], [])
    return sheet
  }

  func edited(_ change: (inout Parts) -> Void) -> Sheet {
    var sheet = self
    sheet.edit(change)
    return sheet
  }

  mutating func chooseResults(_ change: (inout [Currency]) -> Void) {
    let before = results
    edit { change(&$0.results) }
    chosen = CurrencyEdit(before: before, after: results).applied(to: chosen)
  }

  /// Applies a change of the synced result currencies. Other result currencies of this list stay.
  mutating func follow(_ choice: CurrencyEdit) {
    chosen = choice.applied(to: chosen)
    edit { $0.results = choice.applied(to: $0.results) }
  }

  mutating func addOwnRates(_ rates: [CustomRate]) {
    if !rates.isEmpty { ownRates = ownRates.taking(rates) }
  }

  /// Returns this list with the lines that are in `before` but not in `after`, each after the same line as in `before`.
  func restoring(_ before: Sheet, after: Sheet) -> Sheet {
    let kept = Set(after.lines.map(\.id))
    // A cleared list has one empty line, which the restored lines replace.
    let placeholder = after.lines.count == 1 && after.lines[0].isEmpty ? after.lines[0].id : nil
    return edited { parts in
      let editing = parts.lines[parts.active]
      var next = nextID.number
      var place = 0
      for line in before.lines {
        if kept.contains(line.id) {
          place = parts.lines.firstIndex { $0.id == line.id }.map { $0 + 1 } ?? place
        } else {
          // The line gets a new number, because another line may use the old number.
          parts.lines.insert(line.numbered(.init(next)), at: place)
          (next, place) = (next + 1, place + 1)
        }
      }
      if editing.id == placeholder, editing.isEmpty { parts.lines.removeAll { $0.id == placeholder } }
      parts.active = parts.lines.firstIndex { $0.id == editing.id } ?? parts.lines.count - 1
      parts.total = parts.total ?? before.totalCurrency
    }
  }

  /// Returns the unnamed list that replaces this list in the window: the earlier draft, or an empty list.
  func unnamed(_ draft: Sheet?) -> Sheet {
    guard var sheet = draft else {
      var sheet = Sheet(
        lines: [SheetLine(id: .init(1), picked: totalCurrency)], total: totalCurrency, results: chosen)
      (sheet.chosen, sheet.ownRates) = (chosen, ownRates)
      return sheet
    }
    // If the user has changed the result currencies since the draft, the change also applies to the draft.
    let edit = CurrencyEdit(before: sheet.chosen, after: chosen)
    if edit.before != edit.after { sheet.follow(edit) }
    (sheet.chosen, sheet.ownRates) = (chosen, ownRates)
    return sheet
  }

  func edits(since before: Sheet) -> [UserEdit] {
    var edits: [UserEdit] = []
    if ownRates != before.ownRates { edits.append(.ownRates(before: before.ownRates, after: ownRates)) }
    if chosen != before.chosen { edits.append(.results(CurrencyEdit(before: before.chosen, after: chosen))) }
    return edits
  }

  private mutating func restoreInvariants(since before: Currency) {
    if lines.isEmpty { lines = [SheetLine(id: .init(1), picked: before)] }
    active = min(max(active, 0), lines.count - 1)
    total = lines.count == 1 ? nil : total ?? before
    // If a result becomes the total's currency, the previous total's currency replaces it in the results.
    if let place = results.firstIndex(of: totalCurrency) { results[place] = before }
    // The previous total's currency returns to its place in the results if the user had chosen it as a result.
    if before != totalCurrency, chosen.contains(before), !results.contains(before),
      results.allSatisfy({ chosen.contains($0) })
    {
      results = CurrencyEdit(before: chosen.filter { $0 != before }, after: chosen).applied(to: results)
    }
    var seen: Set = [totalCurrency]
    results.removeAll { !seen.insert($0).inserted }
  }
}

extension [CustomRate] {
  func taking(_ typed: [CustomRate]) -> [CustomRate] {
    let others = filter { old in !typed.contains { $0.isFor(old.from, old.to) } }
    return (others + typed.map { CustomRate(from: $0.from, to: $0.to, value: $0.value) ?? $0 }).byPair
  }
}

struct SheetLine: Hashable, Sendable {
  private(set) var id: CalculationLine.ID
  var sign: LineSign
  private(set) var text: String
  /// The currency in the picker. This currency applies unless the text names another currency.
  private(set) var picked: Currency
  /// The text at the time when the user chose the currency. Nil if the user chose no currency.
  private(set) var chosenBeside: String?
  var day: Day?
  var note = ""
  /// The exact amount of which `text` shows the rounded value. Nil after the user has typed.
  private(set) var exact: Rational?
  var otherCurrencies: [Currency] = []
  private(set) var reading: LineReading

  init(
    id: CalculationLine.ID, sign: LineSign = .plus, text: String = "", picked: Currency, isChosen: Bool = false,
    exact: Rational? = nil, reading: LineReading = .empty
  ) {
    self.id = id
    self.sign = sign
    self.text = text
    self.picked = picked
    chosenBeside = isChosen ? text : nil
    self.exact = exact
    self.reading = reading
  }

  var isEmpty: Bool { exact == nil && !reading.isList && reading.line.isEmpty }

  /// Whether the text contains more than an amount in the picker's currency.
  var isUnsplit: Bool {
    guard exact == nil else { return false }
    let line = reading.line
    return reading.isList || line.sign == .minus
      || line.currency.map { $0 != picked || line.amountText != line.text } ?? false
  }

  var isCurrencyChosen: Bool { chosenBeside.map { text.hasPrefix($0) } ?? false }

  var followsPicker: Bool { exact != nil || reading.line.currenciesNamed.isEmpty }

  /// The text without its minus sign or negative brackets. Nil if the text has neither.
  var textWithoutMinus: String? {
    // Fast path: most lines begin with a digit, and each key press checks every line.
    if let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) { return nil }
    let text = text.trimmed()
    if text.first.flatMap({ LineSign($0) }) == .minus { return String(text.dropFirst().drop { $0.isWhitespace }) }
    return text.first == "(" && text.last == ")" ? String(text.dropFirst().dropLast()) : nil
  }

  var faults: [CalculationError] { exact == nil ? reading.faults : [] }

  mutating func write(_ text: String, reading: LineReading, exact: Rational? = nil) {
    self.text = text
    self.reading = reading
    self.exact = exact
    otherCurrencies = []
  }

  mutating func choose(_ currency: Currency) {
    (picked, chosenBeside) = (currency, text)
    otherCurrencies = []
  }

  func numbered(_ id: CalculationLine.ID) -> SheetLine {
    var line = self
    line.id = id
    return line
  }

  var calculationLine: CalculationLine {
    var line = exact.map { reading.line.holding(Money($0, picked)) } ?? reading.line.taking(picked)
    line.id = id
    line.sign = sign
    line.day = day
    line.note = note
    return line
  }
}

/// The meaning of a field's text: usually one amount, sometimes a list with result currencies and a day.
struct LineReading: Hashable, Sendable {
  /// The lines in the text, at least one.
  let lines: [CalculationLine]
  var targets: [Currency] = []
  var day: Day?
  var rates: [CustomRate] = []
  var notes: [ReadingNote] = []
  var alternatives: [ReadingAlternative] = []
  var errors: [CalculationError] = []

  init(_ line: CalculationLine) {
    lines = [line]
    if case .failure(let error) = line.content, !line.isEmpty { errors = [error.moved(by: line.offset ?? 0)] }
  }

  init(_ lines: [CalculationLine], targets: [Currency], day: Day?, rates: [CustomRate]) {
    (self.lines, self.targets, self.day, self.rates) = (lines, targets, day, rates)
  }

  init?(_ result: ReadResult) {
    guard !result.calculation.lines.isEmpty else { return nil }
    lines = result.calculation.lines
    targets = result.targets
    day = result.calculation.day
    rates = result.rates
    notes = result.notes
    alternatives = result.alternatives
    errors = result.errors
  }

  static let empty = LineReading(.empty(.init(1)))

  var line: CalculationLine { lines[0] }

  var isList: Bool { lines.count > 1 || !targets.isEmpty || day != nil || !line.note.isEmpty || line.day != nil }

  /// The errors in the text, except a missing amount at the end of a list.
  var faults: [CalculationError] {
    let awaitsOperand = lines.count > 1 && lines.last?.text.isEmpty == true
    return awaitsOperand ? errors.filter { $0.reason != .missingOperand } : errors
  }

  func assumesCurrency(of line: CalculationLine) -> Bool {
    notes.contains { note in
      guard case .currencyAssumed = note.kind else { return false }
      return note.range.lowerBound == line.offset
    }
  }

  func otherCurrencies(of line: CalculationLine) -> [Currency] {
    guard let start = line.offset else { return [] }
    let range = start..<(start + line.text.utf8.count)
    return notes.lazy.filter { range.contains($0.range.lowerBound) }.compactMap { note -> [Currency]? in
      guard case .symbolRead(let chosen, let candidates) = note.kind else { return nil }
      return candidates.filter { $0 != chosen }
    }.first ?? []
  }
}

extension CalculationError {
  func moved(by offset: Int) -> CalculationError {
    CalculationError(reason, at: (range.lowerBound + offset)..<(range.upperBound + offset))
  }
}
