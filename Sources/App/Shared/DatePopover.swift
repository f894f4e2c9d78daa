// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel

@MainActor
final class DatePopover {
  struct Texts: Equatable, Sendable {
    var title: String
    var none: String
  }

  /// The rule that selects the published day. Only the date of a whole list has one.
  struct Rules {
    var chosen: NamedRule
    var choose: @MainActor @Sendable (NamedRule) -> Void
  }

  @Child("rules") private var rulePlace: Widget
  @Child("rule") private var rule: ComboRow
  @Child("popover") private var popover: Popover
  @Child("typed") private var typed: Entry
  @Child("calendar") private var calendar: Calendar
  private let problem: DateProblem
  private let chosen: @MainActor @Sendable (Day?) -> Void

  /// `chosen`: receives the day, or nil for no day.
  init(
    _ texts: Texts, day: Day, rules: Rules? = nil, chosen: @escaping @MainActor @Sendable (Day?) -> Void
  ) throws(BuilderError) {
    let builder = try Builder(ui: "date-popover")
    problem = DateProblem(try builder.object("problem"))
    self.chosen = chosen
    try builder.bind(self)
    try builder.object("title", as: Label.self).text = texts.title
    typed.keepOwnDigits()
    typed.setAccessibleLabel(tr("Date, such as 30 October 2026"))
    calendar.nameArrows()
    calendar.day = day
    typed.text = day.typable
    typed.onChange { [weak self] in self?.followTyping() }
    calendar.onChoose { [weak self] in self.map { $0.calendar.tell($0.typed) } }
    typed.onActivate { [weak self] in self?.confirm() }
    try builder.object("choose", as: Button.self).onClick { [weak self] in self?.confirm() }
    let none: Button = try builder.object("none")
    none.label = texts.none
    none.onClick { [weak self] in
      chosen(nil)
      self?.popover.popDown()
    }
    if let rules { offer(rules) }
  }

  private func offer(_ rules: Rules) {
    rulePlace.isVisible = true
    rule.setChoices(NamedRule.all.map(\.title))
    rule.selected = NamedRule.all.firstIndex(of: rules.chosen) ?? 0
    rule.onSelect { [weak self] in
      guard let self, NamedRule.all.indices.contains(rule.selected) else { return }
      rules.choose(NamedRule.all[rule.selected])
    }
  }

  /// Opens the popover beside a widget. The popover retains itself until it closes.
  func popUp(at place: Widget) {
    popover.popUp(at: place, keeping: self)
    typed.grabFocus()
    typed.selectAll()
  }

  private func followTyping() {
    problem.leave(typed)
    if let day = Day(typed: typed.text) { calendar.day = day }
  }

  private func confirm() {
    guard let day = problem.day(in: typed) else { return }
    chosen(day)
    popover.popDown()
  }
}

extension Calendar {
  /// The day that the calendar selects. Setting the same day again notifies no observer.
  var day: Day? {
    get {
      let date = date
      return Day(year: date.year, month: date.month, day: date.day)
    }
    set {
      if let newValue, newValue != day { date = newValue.civil }
    }
  }

  func nameArrows() {
    setArrowLabels([tr("Previous Month"), tr("Next Month"), tr("Previous Year"), tr("Next Year")])
  }

  func tell(_ field: Entry) {
    guard let day, Day(typed: field.text) != day else { return }
    field.text = day.typable
  }
}

@MainActor
final class DateProblem {
  nonisolated static var sentence: String { tr("This is not a date. Enter it as 30 October 2026 or 2026-10-30.") }
  private static var hint: String { tr("For example 30 October 2026 or 2026-10-30") }

  private let label: Label

  init(_ label: Label) {
    self.label = label
    label.keepRoom(for: Self.sentence)
    show(isWrong: false)
  }

  func day(in field: Entry) -> Day? {
    if let day = Day(typed: field.text) { return day }
    field.style("error", true)
    show(isWrong: true)
    field.grabFocus()
    label.announce(Self.sentence)
    return nil
  }

  /// Hides the error of a date field, because half-typed text isn't wrong yet.
  func leave(_ field: Entry) {
    field.style("error", false)
    show(isWrong: false)
  }

  private func show(isWrong: Bool) {
    label.text = isWrong ? Self.sentence : Self.hint
    label.style("error", isWrong)
    label.style("dim-label", !isWrong)
  }
}
