// SPDX-License-Identifier: GPL-3.0-or-later

import KursCore
import KursModel
import KursWorkflow

struct CalculatorViewState: Equatable, Sendable {
  struct Notice: Equatable, Sendable {
    enum Button: Equatable, Sendable { case dismiss, adoptCopy, goOnline, saveAgain }

    var sentence: String
    var button: Button?
    var brief = ""
  }

  struct Reading: Equatable, Sendable {
    var label: String
    var meaning: String
    var alternative: ReadingAlternative
    var place = 0
    /// The text with several meanings, or empty. `current`: the meaning that Kurs uses, nil if the text is empty.
    var text = ""
    var current: String?
  }

  var amount = ""
  /// Whether the amount is finished. If so, an operator such as + continues it, and a digit begins another amount.
  var isFinished = false
  var currency = ""
  var currencyName = ""
  var separator = "."
  /// Whether the numbers of the last valid text are shown, because the typed text can't be read yet.
  var isHeld = false
  var note = ""
  var noteIsError = false
  var readings: [Reading] = []
  var lists = Lists()
  /// The lines of the list. Empty if there is only one, because the amount field shows a single line completely.
  var lines: [Line] = []
  var active = 0
  var activeID = 0
  var total: Total?
  var chips: [Chip] = []
  var rows: [Row] = []
  var paste: Paste?
  /// The number of pasted texts that were refused. When it grows, the window shows the refusal again.
  var refusals = 0
  var canUndo = false
  var canRedo = false
  var roundsCash = false
  /// Whether the keypad is shown. Nil if the user hasn't chosen. In that case a narrow window hides the keypad.
  var hasKeypad: Bool?
  var isCompact = false
  /// The day that the user chose for all rates. Nil selects the newest day.
  var day: Day?
  /// The rule, such as EU VAT's, that selects the rates' day. Nil: uses `day`, or the last day with rates before it.
  var rule: NamedRule?
  var newest: Day?
  var provenance = ""
  /// Shorter versions of `provenance`. The last version is the shortest.
  var briefProvenances: [String] = []
  var isProvenanceWarning = false
  var notice: Notice?
  var introduction: String?
  var isSetOffline = false
  var hasUnsavedChanges = false

  func showsKeypad(isNarrow: Bool) -> Bool { (hasKeypad ?? !isNarrow) && !isCompact && paste == nil }

  var trouble: String? { notice?.button == nil ? notice?.sentence : nil }
  var status: String { [provenance, trouble].compactMap { $0 }.joined(separator: tr(" · ")) }
  var briefStatuses: [String] {
    let end = trouble.map { notice?.brief.isEmpty == false ? notice?.brief ?? "" : $0 }
    return briefProvenances.map { [$0, end].compactMap { $0 }.joined(separator: tr(" · ")) }
  }
  var statusButton: Notice.Button? { notice?.button ?? (isSetOffline ? .goOnline : nil) }
}

extension CalculatorViewState {
  /// A choice that changes the amounts. Its chip stays beside the total until the user removes the choice.
  struct Chip: Equatable, Sendable {
    var label: String
    var spoken: String
    var action: WindowAction
    var removal: CalculatorEvent
  }

  static func chips(of state: CalculatorState, _ words: Words) -> [Chip] {
    var chips: [Chip] = []
    if let day = state.day {
      let date = ["date": words.date(day)]
      chips.append(
        Chip(
          label: words.date(day), spoken: tr("All amounts use the rates of {date}.", date), action: .chooseDay,
          removal: .dayChosen(nil)))
    }
    if let rule = state.rule {
      let name = rule.title
      chips.append(
        Chip(
          label: name, spoken: tr("Rate date: {rule}", ["rule": name]), action: .chooseDay, removal: .ruleChosen(nil)))
    }
    if let fee = state.fee {
      let label = tr("Fee {fee}", ["fee": words.percent(fee.share)])
      chips.append(Chip(label: label, spoken: label, action: .fee, removal: .feeChosen(nil)))
    }
    for own in state.ownRatesInUse {
      let label = tr("Custom rate {pair}", ["pair": "\(own.from.code)/\(own.to.code)"])
      chips.append(
        Chip(
          label: label, spoken: label, action: .ownRates, removal: .ownRateRemoved(from: own.from, to: own.to)))
    }
    return chips
  }
}

extension CalculatorState {
  fileprivate var ownRatesInUse: [CustomRate] {
    let ofResults = results.compactMap { result -> CustomRate? in
      guard case .value(_, let rate) = result.outcome else { return nil }
      return rate?.own
    }
    var seen: [CustomRate] = []
    for own in lines.flatMap(\.ownRates) + ofResults where !seen.contains(own) { seen.append(own) }
    return seen
  }
}

extension CalculatorViewState.Row {
  struct SuspiciousRate: Equatable, Sendable {
    let id: Int64
    let sentence: String
  }
}

extension CalculatorViewState.Row.SuspiciousRate {
  init?(in suspiciousRates: [SuspiciousRate], from source: Currency, to target: Currency, _ words: Words) {
    let found = suspiciousRates.first { $0.concerns(target) } ?? suspiciousRates.first { $0.concerns(source) }
    guard let found else { return nil }
    id = found.id
    sentence = words.claim(of: found)
  }
}

extension Words {
  /// Returns `European Central Bank published 1 EUR = 111.72 USD for 2 November 2026.` and the reason for suspicion.
  func claim(of suspiciousRate: SuspiciousRate) -> String {
    let quote = suspiciousRate.suspect.quote
    let claim = tr(
      "{provider} published {rate} for {date}.",
      [
        "provider": bankName(of: quote.provider) ?? suspiciousRate.publisher, "rate": line(of: quote),
        "date": date(quote.observation.day),
      ])
    // Translators: puts two sentences one after the other.
    return tr(
      "{first} {second}",
      ["first": claim, "second": reason(suspiciousRate.suspect) { _ in suspiciousRate.other ?? "" }])
  }
}

extension CalculatorViewState {
  struct Line: Equatable, Sendable, Identifiable {
    var id: Int
    var sign = "+"
    var amount = ""
    /// The amount in scientific notation. Empty if the amount is a sum, or if it is short enough for a small window.
    var amountBrief = ""
    /// The padding that aligns the decimal separator with those of other rows.
    var amountTail = ""
    var code = ""
    var value = ""
    var brief = ""
    var valueTail = ""
    var problem: String?
    var detail = ""
    var day: Day?
    var note = ""
    var isOwnRate = false
    var spoken = ""
  }
}

extension CalculatorViewState.Line {
  init(_ state: LineState, total: Currency, isByRule: Bool = false, _ words: Words) {
    id = state.id.number
    day = state.day
    note = state.note
    sign = state.sign == .minus ? "−" : "+"
    amount = words.shownAmount(state.text)
    code = state.currency.code
    switch state.outcome {
    case .value(let own, let inTotal, _):
      if case .money(let money) = own, !amount.contains(where: { $0.isOperator || ":()".contains($0) }) {
        amountBrief = words.brief(money, writtenAs: amount)
      }
      value = words.text(Money(inTotal, total))
      brief = words.brief(Money(inTotal, total), writtenAs: value)
    case .failed(let error):
      value = word(for: error.reason)
      problem = sentence(for: error.reason, words)
    case .empty: value = ""
    case .waiting: value = "…"
    }
    isOwnRate = !state.ownRates.isEmpty
    detail = Self.detail(of: state, isByRule, words)
    let spokenSign = state.sign == .minus ? tr("minus") : tr("plus")
    let parts = [spokenSign, amount, code, problem ?? (value.isEmpty ? tr("empty") : "\(value) \(total.code)"), detail]
    spoken = parts.filter { !$0.isEmpty }.joined(separator: tr(", "))
  }

  private static func detail(of state: LineState, _ isByRule: Bool, _ words: Words) -> String {
    var parts: [String] = []
    if let day = state.day { parts.append(words.date(day)) }
    if isByRule, case .value(_, _, let rate?) = state.outcome, !rate.isOwn, let period = words.period(of: rate) {
      parts.append(tr("rate date: {period}", ["period": period]))
    }
    if let own = state.ownRates.first {
      parts.append(own.note.isEmpty ? tr("custom rate") : tr("custom rate: {note}", ["note": own.note]))
    }
    if !state.note.isEmpty { parts.append(state.note) }
    return parts.joined(separator: tr(" · "))
  }
}

extension CalculatorViewState {
  struct Lists: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
      var id: String
      var title: String
    }

    var entries: [Entry] = [Entry(id: Lists.unnamed, title: tr("Untitled List"))]
    var chosen = Lists.unnamed
    /// The title of the open list, even if `entries` no longer contains the list.
    var title = tr("Untitled List")

    static let unnamed = "none"
    var isNamed: Bool { chosen != Self.unnamed }
    var heading: String { isNamed ? title : tr("Kurs") }
    var windowTitle: String { isNamed ? tr("{title} – Kurs", ["title": title]) : tr("Kurs") }
    private func place(_ id: String) -> Int? { entries.dropFirst().firstIndex { $0.id == id } }
    func canMoveUp(_ id: String) -> Bool { place(id).map { $0 > 1 } ?? false }
    func canMoveDown(_ id: String) -> Bool { place(id).map { $0 + 1 < entries.count } ?? false }
  }
}

extension CalculatorViewState.Lists {
  init(_ state: CalculatorState) {
    entries += state.lists.map { Entry(id: $0.id.text, title: Self.shown($0.title)) }
    guard let list = state.list else { return }
    (chosen, title) = (list.id.text, Self.shown(list.title))
  }

  private static func shown(_ title: String) -> String { title.isEmpty ? tr("Untitled List") : title }
}

extension CalculatorViewState {
  struct Paste: Equatable, Sendable {
    var title: String
    var lines: [Line]
    var readings: [Reading]
    /// The other ways to read a line's numbers or signs. The key is the line's index.
    var readingsOfLines: [Int: [Reading]] = [:]
    var remarks: [String]
    var canAdd: Bool
    /// Whether no part of the text is an amount, for example in a phone number. The title then gives the reason.
    var isRefused = false
    /// The label of the button that adds the pasted lines to the list.
    var add = ""
  }
}

extension CalculatorViewState.Paste {
  init(_ preview: PastePreview, _ lines: [CalculatorViewState.Line], _ words: Words) {
    title =
      preview.refusal.map { sentence(for: $0, words) }
      ?? trn("{n} amount found", "{n} amounts found", preview.lines.count)
    isRefused = preview.refusal != nil
    add = trn("Add {n} Amount", "Add {n} Amounts", preview.lines.count)
    self.lines = lines
    readings = []
    var all = CalculatorViewState.Reading.all(preview.alternatives, in: preview.text, words)
    for index in all.indices { all[index].addMeaning(from: preview.notes, in: preview.text, words) }
    let places = preview.places.enumerated().filter { !$0.element.isEmpty }
      .sorted { $0.element.lowerBound < $1.element.lowerBound }
    for reading in all {
      let start = reading.alternative.range.lowerBound
      var (low, high) = (0, places.count)
      while low < high {
        let middle = (low + high) / 2
        if places[middle].element.lowerBound <= start { low = middle + 1 } else { high = middle }
      }
      if low > 0, places[low - 1].element.contains(start) {
        readingsOfLines[places[low - 1].offset, default: []].append(reading)
      } else {
        readings.append(reading)
      }
    }
    // The buttons of an ambiguous amount already show both readings, so the remarks about these readings are omitted.
    let shown = readingsOfLines.values.joined().filter { $0.current != nil }.map(\.alternative.range)
    var remarks = preview.notes.filter { !shown.contains($0.range) }
      .compactMap { remark(on: $0, in: preview.text, words) }
    remarks += Self.skipped(preview)
    remarks += lines.compactMap(\.problem)
    remarks += preview.problems.map { sentence(for: $0.reason, words) }
    var shownRemarks: Set<String> = isRefused ? [title] : []
    self.remarks = Self.shortened(remarks.filter { shownRemarks.insert($0).inserted })
    canAdd =
      !isRefused
      && preview.lines.contains { line in
        guard case .failed(let error) = line.outcome else { return true }
        switch error.reason {
        case .textTooLong, .tooManyLines, .severalAmounts: return false
        default: return true
        }
      }
  }
}

extension PastePreview {
  /// The reason why no part of the text is an amount, or nil if a part may be an amount.
  fileprivate var refusal: CalculationError.Reason? {
    var reasons = problems.map(\.reason)
    for line in lines {
      guard case .failed(let error) = line.outcome else { return nil }
      reasons.append(error.reason)
    }
    return reasons.allSatisfy { [.phoneNumber, .dateForAmount, .amountRange].contains($0) } ? reasons.first : nil
  }
}

extension CalculatorViewState.Paste {
  private static let (mostRemarks, mostNamed) = (8, 3)

  private static func skipped(_ preview: PastePreview) -> [String] {
    let rows = preview.notes.compactMap { note -> String? in
      if case .rowSkipped = note.kind { preview.text.piece(note.range).inOneLine } else { nil }
    }
    guard !rows.isEmpty else { return [] }
    let named = rows.prefix(mostNamed).joined(separator: tr(", ")) + (rows.count > mostNamed ? tr(", ") + "…" : "")
    return [trn("{n} row was left out: {rows}", "{n} rows were left out: {rows}", rows.count, ["rows": named])]
  }

  private static func shortened(_ remarks: [String]) -> [String] {
    guard remarks.count > mostRemarks else { return remarks }
    let rest = remarks.count - mostRemarks + 1
    return remarks.prefix(mostRemarks - 1) + [trn("{n} more note is not shown.", "{n} more notes are not shown.", rest)]
  }
}

extension CalculatorViewState.Reading {
  static func all(_ alternatives: [ReadingAlternative], in text: String, _ words: Words) -> [Self] {
    alternatives.enumerated().map { place, alternative in
      var reading = Self(alternative, in: text, words)
      reading.place = place
      return reading
    }
  }

  mutating func addMeaning(from notes: [ReadingNote], in text: String, _ words: Words) {
    guard let note = notes.first(where: { $0.range == alternative.range }) else { return }
    self.text = text.piece(note.range)
    switch note.kind {
    case .ambiguousNumber(let value, _): current = words.exactText(value)
    case .ambiguousDay(let day, _): current = words.date(day)
    default: break
    }
  }

  init(_ alternative: ReadingAlternative, in text: String, _ words: Words) {
    self.alternative = alternative
    let piece = text.piece(alternative.range)
    let whole: String
    switch alternative.meaning {
    case .number(let number): (meaning, whole) = (words.exactText(number), words.exactText(number))
    case .currency(let currency): (meaning, whole) = (currency.code, words.codeAndName(of: currency))
    case .day(let day): (meaning, whole) = (words.date(day), words.date(day))
    case .column(let number):
      (meaning, whole) = ("\(number)", "\(number)")
      label = tr("Use the amounts in column {n}", ["n": "\(number)"])
      return
    }
    label = tr("Use {meaning} for {text}", ["text": piece, "meaning": whole])
  }
}

/// Describes a reading that may surprise the user. Returns nil if the user expects the reading.
func remark(on note: ReadingNote, in text: String, _ words: Words) -> String? {
  let piece = text.piece(note.range)
  return switch note.kind {
  case .symbolRead(let currency, _):
    tr("{text} = {meaning}", ["text": piece, "meaning": words.codeAndName(of: currency)])
  case .subunitRead(let currency, let share, _):
    tr(
      "{text} = {meaning}",
      ["text": piece, "meaning": "\(words.exactText(share)) \(words.codeAndName(of: currency))"])
  case .ambiguousNumber(let value, let other):
    ambiguity(of: piece, read: words.exactText(value), or: words.exactText(other))
  case .foreignSeparators(let value), .scaledNumber(let value):
    tr("{text} = {meaning}", ["text": piece, "meaning": words.exactText(value)])
  case .dayRead(let day): tr("{text} = {meaning}", ["text": piece, "meaning": words.date(day)])
  case .ambiguousDay(let day, let other): ambiguity(of: piece, read: words.date(day), or: words.date(other))
  case .dayShared(let day): tr("{date} applies to all amounts without a date.", ["date": words.date(day)])
  case .currencyAssumed: nil
  case .dashIgnored: tr("Dashes before amounts were not read as minus signs.")
  case .rowSkipped: nil
  case .totalDiffers(let total, let sum):
    tr(
      "The total {total} differs from the sum {sum}. Check the amounts.",
      ["total": words.exactText(total), "sum": words.exactText(sum)])
  case .totalCounted: tr("The sum includes “{row}”. If this is a total, remove it.", ["row": piece.inOneLine])
  case .amountLeftOut: tr("Some rows have several amounts. Only the first amount of each row was added.")
  case .bracketsAsMinus: tr("Amounts in brackets were read as negative.")
  case .bracketsIgnored: tr("Brackets were not read as minus signs.")
  }
}

private func ambiguity(of text: String, read meaning: String, or other: String) -> String {
  tr("{text} = {meaning}, or {other}?", ["text": text, "meaning": meaning, "other": other])
}

extension String {
  fileprivate var shortened: String { count > 40 ? prefix(39) + "…" : self }

  func piece(_ range: Range<Int>) -> String {
    let clamped = range.clamped(to: 0..<utf8.count)
    let start = utf8.index(utf8.startIndex, offsetBy: clamped.lowerBound)
    let bytes = utf8[start..<utf8.index(start, offsetBy: clamped.count)]
    return String(decoding: bytes, as: UTF8.self).trimmed()
  }
}

extension CalculatorViewState {
  struct Row: Equatable, Sendable, Identifiable {
    var id: String
    var name: String
    var look = CurrencyLook()
    /// The sign or flag before the currency code. Empty if the user chose to see neither.
    var mark = ""
    var value: String
    var brief = ""
    var rate: String
    var tail = ""
    /// The value after cash rounding. Empty if cash rounding is off.
    var extra = ""
    /// The two lines about the fee: the amount before fees, and the amount if the rate already includes the fee.
    var fees: [String] = []
    var isOwnRate = false
    /// The note and the expiry date of a custom rate. Empty if it has neither.
    var terms = ""
    /// Whether the user can type a result. Kurs then calculates the amount from the result.
    var isEditable = false
    var trend: Trend?
    var offer: RateOffer?
    var suspiciousRate: SuspiciousRate?
    var source = ""
    /// The text that another program receives when the user drags the result there. Empty without a number.
    var outside: String { value.contains(where: \.isNumber) ? "\(value) \(id)" : "" }
    var spoken: String { id + tr(", ") + name }
    var spokenLabel: String {
      [outside.isEmpty ? id : outside, name, rate, extra, source].filter { !$0.isEmpty }.joined(separator: tr(", "))
    }
  }

  struct Trend: Equatable, Sendable {
    /// The change of the rate, for example `+0.25% since 12 October 2026`. Empty if the change isn't known.
    var change = ""
    /// The period of the change, for example `since 12 Oct`. Empty if a row above shows the same period.
    var period = ""
    /// The heights of the sparkline's points, from 0 to 1000. Equal changes in percent look equal in all rows.
    var heights: [Int]
  }

  static func rows(of state: CalculatorState, _ words: Words) -> [Row] {
    var rows = state.results.map { Row($0, state, words) }
    let tails = DecimalColumn.tails(of: rows.map(\.value), words)
    let range = state.results.map(\.range).max() ?? .zero
    var period = ""
    for index in rows.indices {
      rows[index].tail = tails[index]
      rows[index].trend = Trend(state.results[index], range: range, words)
      if let own = rows[index].trend?.period, own == period {
        rows[index].trend?.period = ""
      } else {
        period = rows[index].trend?.period ?? period
      }
      // Kurs can't subtract a fee from a typed result, so the user can type results only if no fee is set.
      rows[index].isEditable = state.lines.count == 1 && state.fee == nil
      if state.day == nil, state.rule == nil {
        rows[index].suspiciousRate = Row.SuspiciousRate(
          in: state.suspiciousRates, from: state.base, to: state.results[index].currency, words)
      }
    }
    return rows
  }
}

extension CalculatorViewState.Row {
  init(_ result: CalculatorResult, _ state: CalculatorState, _ words: Words) {
    id = result.currency.code
    name = words.name(of: result.currency)
    look = words.look
    mark = words.mark(of: result.currency)
    switch result.outcome {
    case .value(let money, let rate):
      value = words.text(money)
      brief = words.brief(money, writtenAs: value)
      if let amounts = result.fee {
        // The result is the amount that the user really pays or receives, after the fee.
        let money = Money(amounts.takenOffProceeds, result.currency)
        (value, brief) = (words.text(money), words.brief(money, writtenAs: words.text(money)))
      }
      self.rate = rate.map(words.line) ?? ""
      if let rate, let gram = words.gramLine(from: rate.from, to: rate.to, rate.value) { self.rate += tr(" · ") + gram }
      if let own = rate?.own {
        isOwnRate = true
        let end = own.expires.map { tr("until {date}", ["date": words.date($0)]) } ?? ""
        terms = [tr("custom rate"), own.note, end].filter { !$0.isEmpty }.joined(separator: tr(" · "))
        // The rate comes first, because a narrow window cuts off the note.
        self.rate += tr(" · ") + (own.note.isEmpty ? tr("custom rate") : own.note)
      } else if let source = rate.flatMap({ words.source(of: $0, besides: state.rates) }) {
        self.rate += tr(" · ") + source
      } else if rate != nil {
        source = state.rates.provider.sourceName
      }
    case .unavailable(let error):
      value = "–"
      rate = sentence(for: error, words)
      switch error {
      case .missing(_, _, _, _, let provider?): offer = RateOffer(provider)
      // The list's rule requires rates of this bank, but Kurs has never requested them.
      case .noRates(let provider) where provider == state.rule?.preset?.provider: offer = RateOffer(provider)
      case .outsideHistory, .notPrescribed, .notStored:
        offer = RateOffer(mending: error, today: state.rates.today)
      default: break
      }
    case .waiting:
      value = "–"
      rate = ""
    }
    if let amounts = result.fee, case .value(let money, _) = result.outcome {
      let other = words.text(Money(amounts.markedUpRate, result.currency))
      fees = [
        tr("{amount} before fees", ["amount": words.text(money)]),
        tr("{amount} if the fee is part of the rate", ["amount": other]),
      ]
    }
    if let cash = result.cash { extra = tr("{amount} in cash", ["amount": words.text(cash.paid)]) }
  }
}

extension CalculatorResult {
  /// The difference between the highest and the lowest rate of the sparkline, divided by the lowest.
  fileprivate var range: Rational {
    guard let low = sparkline.min(), let high = sparkline.max() else { return .zero }
    return (high - low).divided(by: low) ?? .zero
  }
}

extension CalculatorViewState.Trend {
  /// Creates a trend; nil if it isn't known. `range`: the largest range of a row's rates, divided by its lowest rate.
  init?(_ result: CalculatorResult, range: Rational, _ words: Words) {
    guard result.change != nil || result.sparkline.count > 1 else { return nil }
    if let share = result.change, let since = result.since {
      change = tr(
        "{change} since {date}", ["change": words.change(share.rounded(places: 4)), "date": words.date(since)])
      period = tr("since {date}", ["date": words.shortDate(since)])
    }
    heights = Self.heights(of: result.sparkline, range: range)
  }

  private static func heights(of values: [Rational], range: Rational) -> [Int] {
    guard let low = values.min(), let high = values.max(), let all = (low * range).divided(by: Rational(1000)) else {
      return []
    }
    let bottom = Rational(500) - ((high - low).divided(by: all + all) ?? .zero)
    return values.map { ((($0 - low).divided(by: all) ?? .zero) + bottom).units(places: 0).map { Int($0) } ?? 500 }
  }
}

extension CalculatorViewState {
  init(_ state: CalculatorState, _ words: Words) {
    var memory = ViewMemory()
    self.init(state, words, &memory)
  }

  /// `memory`: the strings of the previous state, which were created with the same `words`.
  init(_ state: CalculatorState, _ words: Words, _ memory: inout ViewMemory) {
    amount = inOwnDigits(state.typed)
    isFinished = state.isFinished
    currency = state.source.code
    currencyName = words.name(of: state.source)
    separator = words.numbers.separator
    (note, noteIsError) = Self.note(on: state, words)
    readings = Reading.all(state.alternatives, in: state.typed, words)
    let totalCurrency = state.total?.currency ?? state.source
    if state.lines.count > 1 {
      lines = memory.lines.lines(of: state.lines, total: totalCurrency, isByRule: state.rule != nil, words)
    }
    lists = Lists(state)
    active = state.active
    activeID = state.lines.indices.contains(state.active) ? state.lines[state.active].id.number : 0
    total = state.total.map { Total($0, fee: state.fee, words) }
    chips = Self.chips(of: state, words)
    rows = Self.rows(of: state, words)
    paste = memory.paste(state.pasted, total: totalCurrency, words)
    refusals = state.refusals
    canUndo = state.canUndo
    canRedo = state.canRedo
    roundsCash = state.roundsCash
    hasKeypad = state.hasKeypad
    isCompact = state.isCompact
    day = state.day
    rule = state.rule
    newest = state.rates.newest ?? state.rates.today
    // An old day needs no warning if the user or a rule chose the day, because a chip shows that choice.
    let isChosen = state.day != nil || state.rule != nil
    isSetOffline = state.rates.isSetOffline
    let lacksNetwork = state.rates.isOnline == false || isSetOffline
    let isOffline = !isChosen && lacksNetwork && state.rates.newest != nil
    let published = Self.provenance(of: state.rates, isChosen: isChosen, words)
    let lacking = { (status: String) in isOffline ? tr("{status} · no network", ["status": status]) : status }
    let isChosenOffline = isOffline && isSetOffline
    provenance = isChosenOffline ? tr("{status} · offline", ["status": published]) : lacking(published)
    // The short versions don't say that Kurs is offline, because the button that ends offline mode already shows it.
    briefProvenances = Self.briefProvenances(of: state.rates, isChosen: isChosen, words)
      .map { isChosenOffline ? $0 : lacking($0) }
    isProvenanceWarning = !isChosen && state.rates.isLate
    notice = Notice(state, words)
    hasUnsavedChanges = state.saveFailure != nil
    introduction = Self.introduction(to: state.rates)
  }

  /// Returns the welcome message, or nil in offline mode, in which Kurs sends no requests.
  private static func introduction(to rates: RatesStatus) -> String? {
    guard !rates.introducedProviders.isEmpty, !rates.isSetOffline else { return nil }
    let asked = rates.introducedProviders.map(publisher(of:)).joined(separator: tr(", "))
    return tr("Kurs goes online only to fetch rates ({providers}).", ["providers": asked])
  }

  /// Returns the text below the amount field: an error, a remark about how the text was read, or the currency's name.
  private static func note(on state: CalculatorState, _ words: Words) -> (text: String, isError: Bool) {
    if state.unsplit == nil, state.lines.indices.contains(state.active),
      case .failed(let error) = state.lines[state.active].outcome, error.reason.saysEnough
    {
      return (sentence(for: error.reason, words), true)
    }
    if case .unreadable(_, let reason)? = state.problem, !reason.saysEnough {
      return (tr("Kurs can't read “{text}”.", ["text": state.typed.shortened]), true)
    }
    if let problem = state.problem, problem != .empty { return (sentence(for: problem, words), true) }
    let remarks = state.notes.compactMap { remark(on: $0, in: state.typed, words) }
    return (remarks.first ?? words.name(of: state.source), false)
  }

  private static func provenance(of rates: RatesStatus, isChosen: Bool, _ words: Words) -> String {
    guard let newest = rates.newest, let age = rates.age else { return tr("No rates yet") }
    // Names the chosen side, such as buying. If a rate lacks that side, the rate's row names the side that is used.
    let side = rates.side == .middle ? "" : tr(" · ") + words.name(of: rates.side)
    let place = ["provider": rates.provider.sourceName, "date": words.date(newest) + side]
    if isChosen { return tr("{provider} · {date}", place) }
    if age <= 0 { return tr("{provider} · {date} · today", place) }
    return trn("{provider} · {date} · {n} day old", "{provider} · {date} · {n} days old", age, place)
  }

  private static func briefProvenances(of rates: RatesStatus, isChosen: Bool, _ words: Words) -> [String] {
    guard let newest = rates.newest, let age = rates.age else { return [] }
    let (bank, day, old) = (rates.provider.shortName, words.shortDate(newest), words.age(of: age))
    let facts =
      isChosen
      ? [[bank, words.date(newest)], [bank, day], [words.date(newest)]] : [[bank, day, old], [day, old], [day]]
    return facts.map { $0.joined(separator: tr(" · ")) }
  }
}

extension CalculatorViewState.Notice {
  init?(_ state: CalculatorState, _ words: Words) {
    let rates = state.rates
    if let failure = state.saveFailure {
      sentence = KursApp.sentence(forUnsaved: failure)
      button = .saveAgain
    } else if let recovered = rates.recoveredFile {
      sentence = KursApp.sentence(for: recovered, words)
      button = recovered.copy == nil ? .dismiss : .adoptCopy
    } else if let saveError = rates.saveError {
      sentence = KursApp.sentence(forSaveError: saveError)
      button = .dismiss
    } else if let id = rates.damagedSeries.first {
      sentence = KursApp.sentence(for: RatesFailure.damagedSeries(id), words)
      button = .dismiss
    } else if let failure = rates.failure, !rates.isSetOffline {
      sentence = KursApp.sentence(for: failure, words)
      brief = tr("refresh failed")
    } else if rates.isClockBehind, let newest = rates.newest {
      sentence = tr(
        "Check this computer's clock. It shows {date}, but the newest rates are from {newest}.",
        ["date": words.date(rates.today), "newest": words.date(newest)])
      brief = tr("this computer's clock is wrong")
    } else if let awaited = rates.awaited {
      sentence = tr(
        "Kurs has no rates from {provider} yet. Rates from {other} are shown.",
        ["provider": awaited.sourceName, "other": rates.provider.sourceName])
      brief = tr("no rates from {provider}", ["provider": awaited.shortName])
    } else {
      return nil
    }
  }
}

extension CalculatorViewState {
  struct Total: Equatable, Sendable {
    struct Term: Equatable, Sendable {
      var name: String
      var value: String
    }

    var code: String
    var currencyName = ""
    var value: String
    var brief = ""
    /// The reason why the total differs from the sum of the rounded lines; nil if both are equal.
    var explanation: String?
    var terms: [Term] = []
    /// The kind of a total with a fee, for example `I receive, 2% taken off`. Empty for a plain sum.
    var name = ""
    var spoken: String {
      let total = tr("Total: {value} {code}", ["value": value, "code": code])
      return name.isEmpty ? total : total + tr(", ") + name
    }
  }
}

extension CalculatorViewState.Total {
  init(_ total: TotalState, fee: Fee?, _ words: Words) {
    code = total.currency.code
    currencyName = words.name(of: total.currency)
    value = total.value.map { words.text($0) } ?? "–"
    if case .money(let money)? = total.value { brief = words.brief(money, writtenAs: value) }
    if let rounding = total.rounding, rounding.difference.signum != 0 {
      explanation = Self.explanation(of: rounding, total.currency, words)
    }
    if let fee, let amounts = total.fee {
      let money = Money(amounts.takenOffProceeds, total.currency)
      let percent = ["fee": words.percent(fee.share)]
      name =
        fee.direction == .iReceive ? tr("After {fee} fee", percent) : tr("Including {fee} fee", percent)
      terms += Self.terms(of: fee, amounts, total.currency, without: value, words)
      (value, brief) = (words.text(money), words.brief(money, writtenAs: words.text(money)))
    }
    if let cash = total.cash { terms.append(Term(name: tr("In cash"), value: words.text(cash.paid))) }
  }

  private static func explanation(of rounding: TotalRounding, _ currency: Currency, _ words: Words) -> String {
    let places = words.catalogue.minorUnit(of: currency)
    return tr(
      "The rounded lines add up to {sum}. The exact sum is {exact}, which is rounded to {total}.",
      [
        "sum": words.numbers.text(rounding.sumOfRoundedLines, places),
        "exact": words.numbers.text(rounding.exact, places + 4),
        "total": words.numbers.text(rounding.rounded, places),
      ])
  }

  /// Returns the fee's lines in the total card. `without`: the total before the fee.
  private static func terms(
    of fee: Fee, _ amounts: Fee.Amounts, _ currency: Currency, without: String, _ words: Words
  ) -> [Term] {
    let percent = ["fee": words.percent(fee.share)]
    return [
      Term(name: tr("Before fees"), value: without),
      Term(name: tr("With {fee} fee in the rate", percent), value: words.text(Money(amounts.markedUpRate, currency))),
    ]
  }
}

extension CalculatorViewState {
  var announcement: String {
    if noteIsError { return note }
    if let total { return total.spoken }
    guard let row = rows.first else { return "" }
    return row.value.contains(where: \.isNumber) ? "\(row.value) \(row.id)" : row.spokenLabel
  }
}
