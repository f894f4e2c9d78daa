// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ChartDatesPopover {
  @Child("popover") private var popover: Popover
  @Child("first") private var first: Entry
  @Child("last") private var last: Entry
  @Child("calendar") private var calendar: Calendar
  private let problem: DateProblem
  /// The date field that a click in the calendar fills. It is the last field that had the focus.
  private lazy var target = first
  private let chosen: @MainActor @Sendable (DaySpan) -> Void

  init(_ span: DaySpan, chosen: @escaping @MainActor @Sendable (DaySpan) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "chart-dates")
    problem = DateProblem(try builder.object("problem"))
    self.chosen = chosen
    try builder.bind(self)
    for entry in [first, last] { entry.keepOwnDigits() }
    (first.text, last.text) = (span.first.typable, span.last.typable)
    calendar.nameArrows()
    calendar.day = span.first
    for entry in [first, last] {
      entry.onChange { [weak self, weak entry] in entry.map { self?.typed(in: $0) } }
      entry.onActivate { [weak self] in self?.confirm() }
      entry.onFocusLeave { [weak self, weak entry] in entry.map { self?.target = $0 } }
    }
    calendar.onChoose { [weak self] in self.map { $0.calendar.tell($0.target) } }
    try builder.object("show", as: Button.self).onClick { [weak self] in self?.confirm() }
  }

  func popUp(at place: Widget) {
    popover.popUp(at: place, keeping: self)
    first.grabFocus()
    first.selectAll()
  }

  private func typed(in entry: Entry) {
    problem.leave(entry)
    target = entry
    if let day = Day(typed: entry.text) { calendar.day = day }
  }

  private func confirm() {
    guard let first = problem.day(in: first), let last = problem.day(in: last) else { return }
    chosen(DaySpan(first: first, last: last))
    popover.popDown()
  }
}
