// SPDX-License-Identifier: GPL-3.0-or-later

/// The unit of amounts, according to a heading such as `Amount (USD thousands)` or a line above such as "in TEUR".
struct UnitOfAmounts {
  /// The exponent of ten by which the amounts are multiplied: 3 for thousands.
  var power = 0
  /// Whether the amounts are in subunits such as cents.
  var isMinor = false
  /// The currency of amounts that have no other currency.
  var mention: CurrencyMention?
  var range = 0..<0

  /// Multiplies an amount by its unit. Returns nil if the unit needs a currency, but the amount has none.
  func scaled(_ line: CalculationLine, _ lexicon: Lexicon) -> (line: CalculationLine, note: ReadingNote?)? {
    guard case .success(let expression) = line.content else { return (line, nil) }
    if case .percent? = expression.valueWithoutRates { return (line, nil) }
    var (operation, factor, share) = ("*", "1" + String(repeating: "0", count: power), Rational.powerOfTen(power))
    if isMinor, !expression.hasSubunit {
      guard let currency = line.currency else { return nil }
      guard let cent = lexicon.mention(currency.subunitCode)?.share else { return (line, nil) }
      (operation, factor, share) = ("/", cent.inverse.exactText(), cent)
    }
    guard share != .one, let index = OperationList.infix.firstIndex(where: { $0.symbols.contains(operation) }),
      let number = Rational(text: factor)
    else { return (line, nil) }
    let kind: ReadingNote.Kind =
      line.currency.map { .subunitRead(as: $0, share: share, candidates: []) } ?? .scaledNumber(value: share)
    let actions: [AmountExpression.Action] = [.number(number), .infix(index)]
    let steps = actions.map { AmountExpression.Step(action: $0, range: 0..<0) }
    var scaled = line
    scaled.text += " \(operation) \(factor)"
    scaled.amountText += " \(operation) \(factor)"
    scaled.content = .success(AmountExpression(steps: expression.steps + steps))
    return (scaled, ReadingNote(kind, at: range))
  }
}

extension AmountExpression {
  fileprivate var hasSubunit: Bool { steps.contains { if case .subunit = $0.action { true } else { false } } }
}
