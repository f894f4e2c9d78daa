// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
final class CustomRateWindow {
  struct Subject {
    var from: Currency
    var to: Currency
    var own: CustomRate?
    let today: Day
  }

  typealias Pick = @MainActor @Sendable (Window, @escaping @MainActor @Sendable (Currency) -> Void) -> Void

  @Child("window") var window: Window
  @Child("from") private var from: ActionRow
  @Child("to") private var to: ActionRow
  @Child("from_code") private var fromCode: Label
  @Child("to_code") private var toCode: Label
  @Child("rate") private var rate: Entry
  @Child("note") private var note: Entry
  @Child("expires") private var expires: Entry
  @Child("calendar") private var calendar: Button
  @Child("problem") private var problem: Label
  private var subject: Subject
  private let words: Words

  /// `chosen`: receives the custom rate, or nil to use the published rate again.
  init(
    _ subject: Subject, _ words: Words, pick: @escaping Pick,
    chosen: @escaping @MainActor @Sendable (CustomRate?) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(ui: "own-rate")
    self.subject = subject
    self.words = words
    try builder.bind(self)
    for entry in [rate, expires] { entry.keepOwnDigits() }
    fill()
    from.onActivate { [weak self] in self?.choose(\.from, pick) }
    to.onActivate { [weak self] in self?.choose(\.to, pick) }
    calendar.onClick { [weak self] in self?.chooseDay() }
    for entry in [rate, expires] { entry.onChange { [weak self, weak entry] in entry.map { self?.clearError($0) } } }
    try builder.object("none", as: Button.self).isVisible = subject.own != nil
    try builder.onAnswer(in: window, read: { [weak self] in self?.read() }, chosen: chosen)
  }

  func present(above parent: Window) { window.present(above: parent, focusing: rate) }

  private func fill() {
    showPair()
    guard let own = subject.own else { return }
    rate.text = words.exactText(own.from == subject.from ? own.value : own.value.reciprocal)
    note.text = own.note
    expires.text = own.expires?.typable ?? ""
  }

  private func showPair() {
    for (row, code, currency) in [(from, fromCode, subject.from), (to, toCode, subject.to)] {
      row.subtitle = words.name(of: currency)
      code.text = currency.code
    }
    rate.setTitle(tr("{to} for 1 {from}", ["from": subject.from.code, "to": subject.to.code]))
  }

  private func choose(_ side: WritableKeyPath<Subject, Currency>, _ pick: Pick) {
    pick(window) { [weak self] currency in
      guard let self else { return }
      let before = subject
      subject[keyPath: side] = currency
      if subject.from == subject.to { (subject.from, subject.to) = (before.to, before.from) }
      showPair()
      rate.grabFocus()
    }
  }

  private func chooseDay() {
    let texts = DatePopover.Texts(title: tr("Last day of this rate"), none: tr("Always"))
    let popover = try? DatePopover(texts, day: Day(typed: expires.text) ?? subject.today) { [weak self] day in
      self?.expires.text = day?.typable ?? ""
    }
    popover?.popUp(at: calendar)
  }

  private func read() -> CustomRate? {
    let day = Day(typed: expires.text)
    guard expires.text.isEmpty || day != nil else {
      showError(DateProblem.sentence, at: expires)
      return nil
    }
    let own = words.numbers.read(rate.text).flatMap {
      CustomRate(from: subject.from, to: subject.to, value: $0, note: note.text, expires: day)
    }
    if own == nil { showError(tr("Enter a rate above 0."), at: rate) }
    return own
  }

  private func clearError(_ entry: Entry) {
    problem.text = ""
    entry.style("error", false)
  }

  private func showError(_ sentence: String, at entry: Entry) {
    problem.text = sentence
    problem.style("error", true)
    entry.style("error", true)
    entry.grabFocus()
    problem.announce(sentence)
  }
}
