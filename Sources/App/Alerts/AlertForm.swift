// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct AlertForm: Equatable, Sendable {
  enum Kind: Int, CaseIterable, Sendable { case above, below, changed, high, low }

  /// The periods that the user can choose, in days, in the order of the drop-down list.
  static let periods = [7, 30, 91, 365, 3653]

  var from: Currency
  var to: Currency
  var kind = Kind.above
  var period = 1
  var number = ""
  var newest: Rational?

  init(from: Currency, to: Currency, newest: Rational?, height: Rational? = nil, _ words: Words) {
    (self.from, self.to, self.newest) = (from, to, newest)
    if let height, let newest, height < newest { kind = .below }
    number = height.map { words.exactText($0) } ?? ""
  }

  var hasNumber: Bool { kind != .high && kind != .low }
  var hasPeriod: Bool { kind != .above && kind != .below }

  var numberTitle: String {
    kind == .changed ? tr("Change in percent, up or down") : tr("{to} for 1 {from}", ["to": to.code, "from": from.code])
  }

  func now(_ words: Words) -> String {
    guard let newest else { return tr("No rate yet.") }
    return tr("Now: {rate}", ["rate": words.line(from: from, to: to, newest)])
  }

  func alert(_ number: Rational?) -> RateAlert? {
    let days = Self.periods[period]
    let condition: RateAlert.Condition? =
      switch kind {
      case .above: number.map { .above($0) }
      case .below: number.map { .below($0) }
      case .changed: number.map { .changed(percent: $0, days: days) }
      case .high: .high(days: days)
      case .low: .low(days: days)
      }
    return condition.flatMap { RateAlert(from: from, to: to, $0) }
  }

  var problem: String { kind == .changed ? tr("Enter a percentage above 0.") : tr("Enter a rate above 0.") }
}

extension AlertForm.Kind {
  var label: String {
    switch self {
    case .above: tr("Rate rises to")
    case .below: tr("Rate falls to")
    case .changed: tr("Rate changes by")
    case .high: tr("Rate reaches a new high")
    case .low: tr("Rate reaches a new low")
    }
  }
}

extension AlertForm {
  static var periodWords: [String] {
    [tr("1 Week"), tr("1 Month"), tr("3 Months"), tr("1 Year"), tr("10 Years")]
  }
}
