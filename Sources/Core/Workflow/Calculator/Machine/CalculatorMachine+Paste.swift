// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// One plain amount goes into the field, a clear list becomes lines; what leaves a doubt is shown first.
  mutating func pasted(_ text: String) -> [Action] {
    let text = String(text.trimmingPrefix(while: \.isWhitespace))
    guard !text.allSatisfy(\.isWhitespace) else { return [] }
    if let field = plainAmount(text) { return replaceActive(signed: text, field) }
    let result = reader.read(text)
    guard !result.isProse else {
      state.refusals += 1
      return []
    }
    guard !result.leavesDoubt, result.namesCurrency || !text.joinsDigits, let reading = LineReading(result) else {
      pasted = result
      return refresh()
    }
    return take(text, reading)
  }

  /// Whether a text on the clipboard is worth an offer: short, clear, and not what stands in the list already.
  mutating func isOffered(_ text: String) -> Bool {
    let text = text.trimmed()
    guard (1...60).contains(text.count), !text.contains(where: \.isNewline), pasted == nil,
      text != sheet.activeLine.text.trimmed()
    else { return false }
    let result = reader.read(text)
    return !result.isProse && !result.leavesDoubt && LineReading(result) != nil
      && (result.namesCurrency || !text.joinsDigits)
  }

  /// Words may belong to what is typed ("EUR" behind a number); what does not is pasted by itself.
  mutating func pastedWithin(_ text: String, at position: Int) -> [Action] {
    let typed = sheet.activeLine.text
    let whole = typed.prefix(position) + text + typed.dropFirst(position)
    return reader.field(String(whole)).errors.isEmpty ? amountTyped(String(whole)) : pasted(text)
  }

  mutating func readingChosen(_ alternative: ReadingAlternative) -> [Action] {
    if let before = pasted {
      pasted = reader.read(alternative.applied(to: before.text))
      return refresh()
    }
    let text = alternative.applied(to: sheet.activeLine.text)
    return replaceActive(text, reader.field(text))
  }

  mutating func pasteAccepted() -> [Action] {
    guard let result = pasted else { return [] }
    pasted = nil
    guard !result.isRefused, let reading = LineReading(result) else { return refresh() }
    return take(result.text, reading)
  }

  mutating func pasteDropped() -> [Action] {
    guard pasted != nil else { return [] }
    pasted = nil
    return refresh()
  }

  /// A list without doubts takes the place of the one that is open; anything else is read aloud first, as when pasted.
  mutating func asked(_ text: String) -> [Action] {
    let result = reader.readQuestion(text)
    let lines = result.calculation.lines
    guard !result.leavesDoubt, result.errors.isEmpty, !lines.isEmpty else { return pasted(text) }
    let total = result.targets.first ?? lines.lazy.compactMap(\.currency).first ?? shown.totalCurrency
    pasted = nil
    return opened(result.calculation, total, Array(result.targets.dropFirst()), result.rates)
  }

  mutating func symbolsChosen(_ preferences: SymbolPreferences) -> [Action] {
    reader.amounts.preferences = preferences
    let text = sheet.activeLine.text
    if sheet.activeLine.exact == nil {
      let reading = reader.field(text)
      stack.amend(sheet.edited { $0.lines[$0.active].write(text, reading: reading) })
    }
    if let result = pasted { pasted = reader.read(result.text) }
    return refresh()
  }

  /// A line that subtracts takes a minus that came with the amount as its own: pasted, "-5" is 5 less, not 5 more.
  private mutating func replaceActive(signed text: String, _ reading: LineReading) -> [Action] {
    guard sheet.activeLine.sign == .minus, text.first.flatMap({ LineSign($0) }) == .minus else {
      return replaceActive(text, reading)
    }
    let bare = String(text.dropFirst())
    let field = reader.field(bare)
    guard let number = reading.line.number, field.line.number == -number else {
      return record(
        sheet.edited { parts in
          parts.lines[parts.active].write(text, reading: reading)
          parts.lines[parts.active].sign = .plus
        })
    }
    return replaceActive(bare, field)
  }

  /// The lines of a text: in the place of the active one where that is empty or alone, else after it.
  private mutating func take(_ text: String, _ reading: LineReading) -> [Action] {
    var target = shown
    if target.lines.count > 1, !target.activeLine.isEmpty {
      target.edit { parts in
        parts.active += 1
        parts.lines.insert(
          SheetLine(id: shown.nextID, picked: parts.lines[parts.active - 1].picked), at: parts.active)
      }
    }
    target.edit { parts in
      parts.lines[parts.active].write(text, reading: reading)
      // A list that has signs brings them; one without any takes the line's.
      if reading.lines.contains(where: { $0.sign == .minus }) { parts.lines[parts.active].sign = .plus }
    }
    return record(
      reader.split(target).edited { parts in
        let written = parts.lines[...parts.active].count { !$0.isEmpty }
        parts.lines.removeAll { $0.isEmpty }
        parts.active = written - 1
      })
  }

  /// The reading of one amount without currency or doubt.
  private mutating func plainAmount(_ text: String) -> LineReading? {
    guard !text.contains(where: \.isNewline) else { return nil }
    let field = reader.field(text)
    let isPlain = !field.isList && field.line.currency == nil && field.alternatives.isEmpty
    return isPlain && field.errors.isEmpty && !text.joinsDigits ? field : nil
  }

  private mutating func replaceActive(_ text: String, _ reading: LineReading) -> [Action] {
    record(sheet.edited { $0.lines[$0.active].write(text, reading: reading) })
  }

  private func source(taking typed: [OwnRate]) -> any RateSource {
    guard !typed.isEmpty else { return rates }
    var book = book
    book.own = shown.ownRates.taking(typed)
    return book.source(with: [])
  }

  /// The sum that a pasted text would add, in the total's currency.
  func preview(of result: ReadResult) -> PastePreview {
    let picked = shown.activeLine.picked
    let lines = result.calculation.lines.map { $0.taking(picked) }
    let calculation = Calculation(lines: lines, day: result.calculation.day ?? shown.day, rule: shown.rule)
    let evaluation = calculation.evaluate(rates: source(taking: result.rates), result: shown.totalCurrency)
    let states = zip(lines, evaluation.lines).map { line, outcome in
      LineState(
        id: line.id, sign: line.sign, text: line.text, currency: line.currency ?? picked, day: line.day,
        note: line.note,
        outcome: LineState.Outcome(
          outcome, isEmpty: line.isEmpty, isPending: book.isPending(line.day ?? calculation.day)))
    }
    var preview = PastePreview(
      text: result.text, lines: states, targets: result.targets, day: result.calculation.day,
      notes: result.notes, alternatives: result.alternatives, problems: result.errors)
    preview.places = lines.map { line in
      let start = line.offset ?? 0
      return start..<(line.offset == nil ? start : start + line.text.utf8.count)
    }
    return preview
  }
}

extension String {
  /// Whether digits are joined by a dash or slash without spaces, as in a number of a phone or a document.
  fileprivate var joinsDigits: Bool {
    let text = Array(self)
    return text.indices.dropFirst().dropLast().contains { index in
      "-/\u{2013}".contains(text[index]) && text[index - 1].isNumber && text[index + 1].isNumber
    }
  }
}

extension ReadResult {
  /// Whether nothing of it can be added: it is too long, or the amounts' column is still to be chosen.
  fileprivate var isRefused: Bool {
    errors.contains { error in
      switch error.reason {
      case .textTooLong, .tooManyLines, .severalAmounts: true
      default: false
      }
    }
  }

  /// Whether nothing in it can be read as an amount.
  fileprivate var isProse: Bool {
    calculation.lines.allSatisfy { line in
      if case .failure = line.content { true } else { false }
    } && !text.contains(where: \.isNumber)
  }

  /// Whether somebody should look before it counts: a number with two meanings, a part left out or not understood.
  fileprivate var leavesDoubt: Bool {
    !errors.isEmpty || calculation.lines.isEmpty
      || notes.contains { note in
        switch note.kind {
        case .ambiguousNumber, .ambiguousDay, .rowSkipped, .amountLeftOut, .bracketsAsMinus, .dashIgnored: true
        case .symbolRead, .subunitRead, .foreignSeparators, .scaledNumber, .dayRead, .currencyAssumed: false
        }
      }
  }
}
