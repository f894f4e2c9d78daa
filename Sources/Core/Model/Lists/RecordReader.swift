// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads stored lines, even if another locale or other choices for symbols were active when they were saved.
public struct RecordReader: Sendable {
  private let reader: CalculationReader
  private let plain: CalculationReader
  private let format: NumberFormat
  private let catalogue: CurrencyCatalogue

  /// Creates a reader. `reader` must use the number format of `symbols`.
  public init(_ reader: CalculationReader, symbols: NumberSymbols, catalogue: CurrencyCatalogue) {
    self.reader = reader
    self.catalogue = catalogue
    format = NumberFormat(symbols)
    plain = CalculationReader(symbols: .english, catalogue: catalogue)
  }

  public func lines(_ kept: [RecordedLine]) -> [CalculationLine] {
    kept.enumerated().map { line($1, id: .init($0 + 1)) }
  }

  public func calculation(_ record: CalculationRecord) -> Calculation {
    Calculation(
      lines: lines(record.lines), day: record.day,
      defaultCurrency: record.defaultCurrency, rule: record.rule)
  }

  private func line(_ kept: RecordedLine, id: CalculationLine.ID) -> CalculationLine {
    if let exact = kept.exact {
      return reader.line(
        id, sign: kept.sign, exactly: exact, minorUnit: catalogue.minorUnit(of: exact.currency), day: kept.day,
        note: kept.note)
    }
    let typed = read(kept.text, by: reader, kept, id)
    let isOwn = kept.form == format.symbols.form
    let portable = read(kept.portable, by: plain, kept, id)
    guard case .success(let meaning) = portable.content, !kept.isUnread else {
      // A text that had no value when it was saved must not get a value from another number format.
      let isKnown = isOwn || (kept.form.isEmpty && kept.portable != kept.text)
      return isKnown || (try? typed.content.get()) == nil ? typed : typed.inUnknownForm
    }
    if isOwn || kept.form.isEmpty, has(typed, meaning) { return typed }
    let rewritten = read(inOwnForm(kept.portable, meaning), by: reader, kept, id)
    return has(rewritten, meaning) ? rewritten : has(typed, meaning) ? typed : portable
  }

  private func read(
    _ text: String, by reader: CalculationReader, _ kept: RecordedLine, _ id: CalculationLine.ID
  ) -> CalculationLine {
    reader.line(id, sign: kept.sign, amount: text, currency: kept.currency, day: kept.day, note: kept.note)
  }

  private func has(_ line: CalculationLine, _ meaning: AmountExpression) -> Bool {
    if case .success(let read) = line.content { read.means(theSameAs: meaning) } else { false }
  }

  private func inOwnForm(_ portable: String, _ meaning: AmountExpression) -> String {
    meaning.rewriting(portable) { action in
      if case .number(let number) = action { format.exactText(number, grouped: false) } else { nil }
    }
  }
}
