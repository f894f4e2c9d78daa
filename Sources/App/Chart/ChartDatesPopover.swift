// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel
import KursWorkflow

/// The first and the last day to show, each typed or taken from a calendar.
@MainActor
final class ChartDatesPopover {
  private let popover: Popover
  private let first: Entry
  private let last: Entry
  private let calendar: Calendar
  private let show: Button
  /// What the calendar writes into: the field that had the focus before it.
  private var target: Entry
  private let chosen: @MainActor @Sendable (DaySpan) -> Void

  init(_ span: DaySpan, chosen: @escaping @MainActor @Sendable (DaySpan) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.chartDates, domain: Paths.domain)
    popover = try builder.object("popover")
    first = try builder.object("first")
    last = try builder.object("last")
    calendar = try builder.object("calendar")
    show = try builder.object("show")
    target = first
    self.chosen = chosen
    (first.text, last.text) = (span.first.description, span.last.description)
    calendar.date = span.first.civil
    for entry in [first, last] {
      entry.onChange { [weak self, weak entry] in entry.map { self?.typed(in: $0) } }
      entry.onActivate { [weak self] in self?.take() }
      entry.onFocusLeave { [weak self, weak entry] in entry.map { self?.target = $0 } }
    }
    calendar.onChoose { [weak self] in self?.followCalendar() }
    show.onClick { [weak self] in self?.take() }
  }

  /// Opens it beside a widget; it keeps itself until it is closed.
  func popUp(at place: Widget) {
    popover.popUp(at: place, keeping: self)
    first.grabFocus()
    first.selectAll()
  }

  private func typed(in entry: Entry) {
    let day = Day(iso: entry.text)
    entry.style("error", day == nil)
    show.isSensitive = span != nil
    target = entry
    if let day, day != marked { calendar.date = day.civil }
  }

  private func followCalendar() {
    guard let marked, Day(iso: target.text) != marked else { return }
    target.text = marked.description
  }

  private var marked: Day? {
    let date = calendar.date
    return Day(year: date.year, month: date.month, day: date.day)
  }

  private var span: DaySpan? {
    guard let first = Day(iso: first.text), let last = Day(iso: last.text) else { return nil }
    return DaySpan(first: first, last: last)
  }

  private func take() {
    guard let span else { return }
    chosen(span)
    popover.popDown()
  }
}
