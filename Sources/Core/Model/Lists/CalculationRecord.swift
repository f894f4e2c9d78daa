// SPDX-License-Identifier: GPL-3.0-or-later

public struct CalculationRecord: Hashable, Sendable {
  /// The calculation as `CalculationWriter` writes it. Views show this text, and searches look in it.
  public var text: String
  public var lines: [RecordedLine]
  public var result: Currency
  public var targets: [Currency]
  public var day: Day?
  public var defaultCurrency: Currency?
  public var rule: NamedRule?
  public var fee: Fee?
  public var isRoundedToCash: Bool
  /// Whether the user removed all targets. If not, a list without targets gets the total's currency as its target.
  public var hasNoTargets = false
  public var savedAt: Timestamp
  public var rates: [UsedRate]
  /// The total. Nil after an error in a line.
  public var total: CalculationValue?

  public init(
    text: String, lines: [RecordedLine], result: Currency, targets: [Currency] = [], day: Day? = nil,
    defaultCurrency: Currency? = nil, rule: NamedRule? = nil, fee: Fee? = nil, isRoundedToCash: Bool = false,
    savedAt: Timestamp, rates: [UsedRate] = [], total: CalculationValue? = nil
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
    self.savedAt = savedAt
    self.rates = rates
    self.total = total
  }

  public init(_ list: FinishedCalculation, writer: CalculationWriter, savedAt: Timestamp) {
    let calculation = list.calculation
    self.init(
      text: writer.text(calculation, targets: Self.written(list.result, list.targets, of: calculation)),
      lines: calculation.lines.filter { !$0.isBlank }.map { RecordedLine($0, form: writer.form) },
      result: list.result, targets: list.targets, day: calculation.day, defaultCurrency: calculation.defaultCurrency,
      rule: calculation.rule, fee: list.fee, isRoundedToCash: list.roundsCash, savedAt: savedAt,
      rates: list.evaluation.rates, total: list.evaluation.total)
    hasNoTargets = list.hasNoTargets
  }

  /// The total of a single line in the target currencies. Empty for several lines, because their total is more useful.
  public var conversions: [Money] {
    guard lines.count == 1, case .money(let money)? = total else { return [] }
    return targets.compactMap { target in
      rates.first { $0.from == money.currency && $0.to == target }.map { Money($0.rate.convert(money.amount), target) }
    }
  }

  fileprivate static func written(_ result: Currency, _ targets: [Currency], of calculation: Calculation) -> [Currency]
  {
    let isPlain = targets.isEmpty && (calculation.lines.lazy.compactMap(\.currency).first ?? result) == result
    return isPlain ? [] : [result] + targets.filter { $0 != result }
  }

  /// A hash of the content. It is equal for equal calculations, even if their times and results differ.
  public var fingerprint: Fingerprint {
    // This is a separate expression, because the compiler needs four seconds for the combined expression.
    let feeText = fee.map { "\($0.share.fraction) \($0.direction)" }
    var form: [String] = [
      lines.map(\.identity).joined(separator: "\n"), result.code, targets.map(\.code).joined(separator: ","),
      day?.description ?? "", defaultCurrency?.code ?? "", feeText ?? "", "\(isRoundedToCash)",
    ]
    if let rule { form.append(rule.name) }
    return Fingerprint(form.joined(separator: "\n\n"))
  }
}

extension CalculationWriter {
  public func text(_ calculation: Calculation, asIn record: CalculationRecord) -> String {
    text(calculation, targets: CalculationRecord.written(record.result, record.targets, of: calculation))
  }
}

public struct SavedCalculation: Hashable, Sendable {
  public let id: UserObject.ID
  public var title: String
  public var record: CalculationRecord
  /// The stored position among the saved lists. Nil if the user never moved or changed the list.
  public var place: Rational?
  /// A hash of the stored content. If the hash of an open list changes, another program has changed the list.
  public let version: Fingerprint?

  public init(
    id: UserObject.ID, title: String, record: CalculationRecord, place: Rational? = nil, version: Fingerprint? = nil
  ) {
    self.id = id
    self.title = title
    self.record = record
    self.place = place
    self.version = version
  }

  /// The sort key of the list, ascending. Until the user moves a list, it is sorted by time, the newest first.
  public var standing: Rational { place ?? Self.place(at: record.savedAt) }

  /// Returns the position of a list that is saved at `time`. It is above all older lists.
  public static func place(at time: Timestamp) -> Rational { -Rational(time.milliseconds) }
}
