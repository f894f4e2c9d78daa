// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

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
