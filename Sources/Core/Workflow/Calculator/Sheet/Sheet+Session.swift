// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension SheetReader {
  /// The list of the last session, or what a first day shows.
  mutating func sheet(of session: SessionValues, defaults: CalculatorDefaults) -> Sheet {
    let source = session.source ?? defaults.source
    let results = session.results ?? defaults.results
    guard let stored = session.lines, !stored.isEmpty else {
      let text = session.typed ?? amounts.write(defaults.amount, 0)
      let line = line(.init(1), text, picked: source, isChosen: session.source != nil, exact: session.amount)
      return terms(of: session, on: Sheet(lines: [line], total: source, results: results))
    }
    let lines = stored.enumerated().map { index, stored in
      var line = line(.init(index + 1), stored.text, picked: stored.picked, isChosen: true, exact: stored.exact)
      (line.sign, line.day, line.note) = (stored.sign, stored.day, stored.note)
      line.otherCurrencies = stored.otherCurrencies
      return line
    }
    let total = lines.count == 1 ? lines[0].picked : session.total ?? source
    return terms(of: session, on: Sheet(lines: lines, active: session.active, total: total, results: results))
  }

  private func terms(of session: SessionValues, on sheet: Sheet) -> Sheet {
    var sheet = sheet
    (sheet.day, sheet.rule) = (session.day, session.rule)
    (sheet.fee, sheet.roundsCash) = (session.fee, session.roundsCash)
    if let chosen = session.chosen { sheet.chosen = chosen }
    sheet.list = session.list?.id
    return sheet
  }

  /// An exact amount that the text says itself is none behind it.
  private mutating func line(
    _ id: CalculationLine.ID, _ text: String, picked: Currency, isChosen: Bool, exact: Rational?
  ) -> SheetLine {
    let reading = field(text)
    let isSaid = !reading.line.currenciesNamed.isEmpty || reading.line.number == exact
    return SheetLine(
      id: id, text: text, picked: picked, isChosen: isChosen, exact: isSaid ? nil : exact, reading: reading)
  }
}
