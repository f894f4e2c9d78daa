// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
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

@MainActor
final class AlertWindow {
  typealias Pick = CustomRateWindow.Pick

  @Child("window") var window: Window
  @Child("from") private var from: ActionRow
  @Child("to") private var to: ActionRow
  @Child("from_code") private var fromCode: Label
  @Child("to_code") private var toCode: Label
  @Child("kind") var kind: ComboRow
  @Child("number") var number: Entry
  @Child("period") var period: ComboRow
  @Child("problem") private var problem: Label
  private var form: AlertForm
  private let words: Words
  private let newest: @MainActor @Sendable (Currency, Currency) -> Rational?

  /// `newest`: returns the newest rate of the chosen pair. `chosen`: receives the alert, or nil to delete it.
  init(
    _ form: AlertForm, _ words: Words, pick: @escaping Pick,
    newest: @escaping @MainActor @Sendable (Currency, Currency) -> Rational?,
    chosen: @escaping @MainActor @Sendable (RateAlert?) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(ui: "alert")
    self.form = form
    self.words = words
    self.newest = newest
    try builder.bind(self)
    number.keepOwnDigits()
    kind.setChoices(AlertForm.Kind.allCases.map(\.label))
    period.setChoices(AlertForm.periodWords)
    kind.selected = form.kind.rawValue
    period.selected = form.period
    number.text = form.number
    render()
    from.onActivate { [weak self] in self?.choose(\.from, pick) }
    to.onActivate { [weak self] in self?.choose(\.to, pick) }
    kind.onSelect { [weak self] in self?.kindChosen() }
    period.onSelect { [weak self] in
      guard let self, AlertForm.periods.indices.contains(period.selected) else { return }
      self.form.period = period.selected
    }
    try builder.onAnswer(in: window, read: { [weak self] in self?.read() }, chosen: chosen)
  }

  func present(above parent: Window) { window.present(above: parent, focusing: form.hasNumber ? number : kind) }

  private func render() {
    for (row, code, currency) in [(from, fromCode, form.from), (to, toCode, form.to)] {
      row.subtitle = words.name(of: currency)
      code.text = currency.code
    }
    number.setTitle(form.numberTitle)
    number.isVisible = form.hasNumber
    period.isVisible = form.hasPeriod
    say(form.now(words), isProblem: false)
  }

  private func kindChosen() {
    guard let kind = AlertForm.Kind(rawValue: kind.selected), kind != form.kind else { return }
    // Clears the number when the user switches between a rate and a percentage, because its meaning would change.
    if (kind == .changed) != (form.kind == .changed) { number.text = "" }
    form.kind = kind
    render()
  }

  private func choose(_ side: WritableKeyPath<AlertForm, Currency>, _ pick: Pick) {
    pick(window) { [weak self] currency in
      guard let self else { return }
      let before = form
      form[keyPath: side] = currency
      if form.from == form.to { (form.from, form.to) = (before.to, before.from) }
      form.newest = newest(form.from, form.to)
      render()
    }
  }

  private func read() -> RateAlert? {
    let alert = form.alert(words.numbers.read(number.text))
    if alert == nil {
      say(form.problem, isProblem: true)
      number.grabFocus()
      problem.announce(form.problem)
    }
    return alert
  }

  private func say(_ sentence: String, isProblem: Bool) {
    problem.text = sentence
    problem.style("error", isProblem)
    number.style("error", isProblem)
  }
}
