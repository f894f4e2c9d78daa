// SPDX-License-Identifier: GPL-3.0-or-later

/// A finished calculation: its lines, their rates and their results.
public struct CalculationRecord: Hashable, Sendable {
  /// As written by `CalculationWriter`, for people and for search.
  public var text: String
  public var lines: [RecordedLine]
  public var result: Currency
  public var targets: [Currency]
  public var day: Day?
  public var defaultCurrency: Currency?
  public var rule: NamedRule?
  public var fee: Fee?
  public var isRoundedToCash: Bool
  /// The time of saving.
  public var kept: Timestamp
  /// Every rate that the lines, the total and the targets needed.
  public var rates: [UsedRate]
  /// The total; nil if a line had no value.
  public var total: CalculationValue?

  public init(
    text: String, lines: [RecordedLine], result: Currency, targets: [Currency] = [], day: Day? = nil,
    defaultCurrency: Currency? = nil, rule: NamedRule? = nil, fee: Fee? = nil, isRoundedToCash: Bool = false,
    kept: Timestamp, rates: [UsedRate] = [], total: CalculationValue? = nil
  ) {
    self.text = text
    self.lines = lines
    self.result = result
    self.targets = targets
    self.day = day
    self.defaultCurrency = defaultCurrency
    self.rule = rule
    self.fee = fee
    self.isRoundedToCash = isRoundedToCash
    self.kept = kept
    self.rates = rates
    self.total = total
  }

  /// Evaluates again and records each requested rate.
  public init(
    _ calculation: Calculation, result: Currency, targets: [Currency], fee: Fee? = nil,
    isRoundedToCash: Bool = false, rates: any RateSource, writer: CalculationWriter, kept: Timestamp
  ) {
    let used = calculation.evaluate(noting: rates, result: result, targets: targets)
    self.init(
      calculation, result: result, targets: targets, fee: fee, isRoundedToCash: isRoundedToCash,
      total: used.evaluation.total, rates: used.rates, writer: writer, kept: kept)
  }

  /// For an evaluated calculation. `rates`: all rates that it used.
  public init(
    _ calculation: Calculation, result: Currency, targets: [Currency], fee: Fee?, isRoundedToCash: Bool,
    total: CalculationValue?, rates: [UsedRate], writer: CalculationWriter, kept: Timestamp
  ) {
    self.init(
      text: writer.text(calculation, targets: Self.written(result, targets, of: calculation)),
      lines: calculation.lines.filter { !$0.isEmpty }.map(RecordedLine.init), result: result, targets: targets,
      day: calculation.day, defaultCurrency: calculation.defaultCurrency, rule: calculation.rule, fee: fee,
      isRoundedToCash: isRoundedToCash, kept: kept, rates: rates, total: total)
  }

  /// The only result is left out if it is the first line's own currency.
  private static func written(_ result: Currency, _ targets: [Currency], of calculation: Calculation) -> [Currency] {
    let isPlain = targets.isEmpty && (calculation.lines.lazy.compactMap(\.currency).first ?? result) == result
    return isPlain ? [] : [result] + targets.filter { $0 != result }
  }

  /// The same for equal calculations, whatever their time and results.
  public var fingerprint: Fingerprint {
    // In one expression with the others, the fee's text takes the compiler four seconds.
    let feeText = fee.map { "\($0.share.fraction) \($0.direction)" }
    var form: [String] = [
      lines.map(\.identity).joined(separator: "\n"), result.code, targets.map(\.code).joined(separator: ","),
      day?.description ?? "", defaultCurrency?.code ?? "", feeText ?? "", "\(isRoundedToCash)",
    ]
    if let rule { form.append(rule.name) }
    return Fingerprint(form.joined(separator: "\n\n"))
  }
}

/// One of the user's lists: a calculation with a name, saved with the rates of its last change.
public struct SavedCalculation: Hashable, Sendable {
  public let id: UserObject.ID
  public var title: String
  public var record: CalculationRecord
  /// Its place among the lists, ascending; nil for one that was neither moved nor changed since it was saved.
  public var place: Rational?

  public init(id: UserObject.ID, title: String, record: CalculationRecord, place: Rational? = nil) {
    self.id = id
    self.title = title
    self.record = record
    self.place = place
  }

  /// Newest first, until the user moves it.
  public var standing: Rational { place ?? Self.place(at: record.kept) }

  /// The place of a new list: above all older ones.
  public static func place(at time: Timestamp) -> Rational { -Rational(time.milliseconds) }
}
