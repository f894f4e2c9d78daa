// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension SheetReader {
  /// The list with the active field's text in lines of their own: `1000 TRY + 5500 USD / 2` are two.
  ///
  /// A list whose field holds one amount in its picker's currency comes back as it is.
  mutating func split(_ sheet: Sheet) -> Sheet {
    guard sheet.activeLine.isUnsplit else { return withSigns(sheet) }
    let field = sheet.activeLine
    let reading = field.reading
    let isAlone = !sheet.lines.contains { $0.id != field.id && !$0.isEmpty }
    var lines: [SheetLine] = []
    for (index, line) in reading.lines.enumerated() {
      let id = index == 0 ? field.id : CalculationLine.ID(sheet.nextID.number + index - 1)
      // An amount without a currency is in the one that was chosen for it, whatever follows it.
      let isKept = field.isCurrencyChosen && reading.assumesCurrency(of: line)
      var new = own(line, id: id, picked: isKept ? field.picked : line.currency ?? field.picked)
      if field.sign == .minus { new.sign = line.sign == .plus ? .minus : .plus }
      new.day = line.day ?? field.day ?? (isAlone ? nil : reading.day)
      new.note = line.note.isEmpty ? field.note : line.note
      new.otherCurrencies = reading.otherCurrencies(of: line)
      lines.append(new)
    }
    var split = sheet.edited { parts in
      parts.lines.replaceSubrange(sheet.active...sheet.active, with: lines)
      parts.active = sheet.active + lines.count - 1
      var targets = reading.targets
      if parts.lines.count > 1, !targets.isEmpty { parts.total = targets.removeFirst() }
      parts.results = targets + parts.results.filter { !targets.contains($0) }
    }
    if isAlone, let day = reading.day { split.day = day }
    split.take(reading.rates)
    return withSigns(split)
  }

  /// Several lines have their signs in one column: a minus that was typed with an amount is its line's.
  private mutating func withSigns(_ sheet: Sheet) -> Sheet {
    guard sheet.lines.count > 1 else { return sheet }
    var sheet = sheet
    for (index, line) in sheet.lines.enumerated() where line.sign == .plus {
      guard let bare = line.textWithoutMinus else { continue }
      let reading = field(bare)
      guard let number = line.reading.line.number, reading.line.number == -number else { continue }
      sheet.edit {
        $0.lines[index].write(bare, reading: reading, exact: line.exact.map { -$0 })
        $0.lines[index].sign = .minus
      }
    }
    return sheet
  }

  /// One line out of a longer text, in a currency that its words then do without.
  mutating func own(_ line: CalculationLine, id: CalculationLine.ID, picked: Currency) -> SheetLine {
    guard !line.isInUnknownForm else { return inUnknownForm(line, id: id, picked: picked) }
    let namesNone = line.amountText != line.text || line.currenciesNamed.isEmpty
    let reading = line.text.isEmpty ? .empty : namesNone ? field(line.amountText) : LineReading(line)
    return SheetLine(
      id: id, sign: line.sign, text: line.amountText, picked: picked, isChosen: line.currency == picked,
      reading: reading)
  }
}
