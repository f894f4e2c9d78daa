// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension CalculatorMachine {
  /// The amount at hand is in this currency; one before it that was typed in another stays a line of its own.
  mutating func lineCurrencyChosen(at index: Int, _ currency: Currency) -> [Action] {
    guard shown.lines.indices.contains(index), shown.lines[index].followsPicker else { return [] }
    if let parts = reader.partsByCurrency(of: shown.lines[index]), currency != parts.first.picked {
      return split(index, parts, currency)
    }
    let chosen = shown.edited { $0.lines[index].choose(currency) }
    guard currency == shown.lines[index].picked, shown.lines[index].otherCurrencies.isEmpty,
      !sheet.activeLine.isUnsplit
    else { return record(chosen) }
    // Chosen is what the picker said already: no step of its own.
    stack.amend(chosen)
    return refresh() + [.saveSession]
  }

  private mutating func split(
    _ index: Int, _ parts: (first: SheetLine, sign: LineSign, rest: String), _ currency: Currency
  ) -> [Action] {
    let (id, reading) = (shown.nextID, reader.field(parts.rest))
    // The sign of the first counts for all that was written in its line.
    let sign: LineSign = parts.first.sign == parts.sign ? .plus : .minus
    var rest = SheetLine(
      id: id, sign: sign, text: parts.rest, picked: currency, isChosen: true, reading: reading)
    rest.day = parts.first.day
    return edit { list in
      list.lines.replaceSubrange(index...index, with: [parts.first, rest])
      if list.active >= index { list.active += 1 }
    }
  }
}

extension SheetReader {
  /// `1000 − 100`, of which only `1000` stood there when its currency was chosen: the line without its last amount,
  /// that amount and its sign; nil where all of it was typed for one currency.
  mutating func partsByCurrency(of line: SheetLine) -> (first: SheetLine, sign: LineSign, rest: String)? {
    guard line.exact == nil, line.isCurrencyChosen, let chosen = line.chosenBeside, line.text != chosen,
      let (place, sign) = line.text.lastTerm, line.text[..<place].count >= chosen.count
    else { return nil }
    let before = String(line.text[..<place].trimmingSuffix(while: \.isWhitespace))
    let rest = String(line.text[place...].dropFirst().trimmingPrefix(while: \.isWhitespace))
    let (reading, last) = (field(before), field(rest))
    guard reading.errors.isEmpty, !reading.line.isEmpty, last.line.isEmpty || last.line.number != nil else {
      return nil
    }
    var first = line
    first.write(before, reading: reading)
    return (first, sign, rest)
  }
}

extension String {
  /// The place of the last plus or minus between two amounts, outside of brackets.
  fileprivate var lastTerm: (place: Index, sign: LineSign)? {
    var (depth, before) = (0, Character(" "))
    var found: (Index, LineSign)?
    for index in indices where !self[index].isWhitespace {
      let character = self[index]
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      default:
        guard let sign = LineSign(character), depth == 0, before.isNumber || ")%.,".contains(before) else { break }
        found = (index, sign)
      }
      before = character
    }
    return found
  }
}
