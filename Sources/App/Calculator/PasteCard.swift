// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk
import KursModel

@MainActor
final class PasteCard {
  enum Answer: Equatable, Sendable {
    case add, cancel
    case read(ReadingAlternative)
  }

  /// The maximum number of rows that are created at once. A longer card creates only the rows near the visible part.
  static let mostRows = 60
  private static let spokenRemarks = 5

  @Child("card") var widget: Widget
  @Child("title") private var title: Label
  @Child("scroller") private var scroller: Scroller
  @Child("readings") private var place: BoxContainer
  @Child("long_scroller") private var longScroller: Scroller
  @Child("long_list") var longList: ListView
  @Child("add") private var add: Button
  @Child("cancel") private var cancel: Button
  @Child("cancel_label") private var cancelLabel: Label
  @Child("add_label") private var addLabel: Label
  private let values = SizeGroup()
  private let buttons: ReadingButtons
  private var rows: [PasteRow] = []
  /// The number of rows that were created since the card opened.
  private(set) var built = 0
  private var content: [PasteRow.Content] = []
  private var shown: CalculatorViewState.Paste?
  private let answered: @MainActor @Sendable (Answer) -> Void

  init(answered: @escaping @MainActor @Sendable (Answer) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "paste")
    self.answered = answered
    buttons = ReadingButtons { answered(.read($0)) }
    try builder.bind(self)
    longList.setRows(areRead: true, make: { [weak self] in self?.made() }) { [weak self] (row: PasteRow, index: Int) in
      self?.fill(row, index)
      return false
    }
    try builder.object("others", as: BoxContainer.self).append(buttons.widget)
    add.onClick { answered(.add) }
    cancel.onClick { answered(.cancel) }
    widget.onKey { key in
      guard key.name == "Escape" else { return false }
      answered(.cancel)
      return true
    }
  }

  func render(_ state: CalculatorViewState.Paste) {
    guard state != shown else { return }
    shown = state
    title.text = state.title
    add.isSensitive = state.canAdd
    addLabel.text = state.add
    add.setAccessibleLabel(state.add)
    add.isVisible = !state.isRefused
    cancelLabel.text = state.isRefused ? tr("Close") : tr("Cancel")
    cancel.setAccessibleLabel(cancelLabel.text)
    // The description repeats title and remarks, because a screen reader speaks the focused button but not the rows.
    let spoken = ([state.title] + state.remarks.prefix(Self.spokenRemarks)).joined(separator: "\n")
    for button in [add, cancel] { button.setAccessibleDescription(spoken) }
    // Remarks come first, because they concern all lines.
    content = state.remarks.map { .remark($0) }
    if !state.isRefused { content += state.lines.enumerated().map { .line($1, state.readingsOfLines[$0] ?? []) } }
    let isLong = content.count > Self.mostRows
    showAll(isLong ? 0 : content.count)
    longList.show(count: isLong ? content.count : 0)
    scroller.isVisible = !isLong && !content.isEmpty
    longScroller.isVisible = isLong
    buttons.render(state.readings)
  }

  var offersToAdd: Bool { add.isVisible }

  func takeFocus() { (add.isVisible ? add : cancel).grabFocus() }

  private func showAll(_ count: Int) {
    for row in rows { place.remove(row.widget) }
    rows = (0..<count).compactMap { _ in made() }
    for (index, row) in rows.enumerated() {
      fill(row, index)
      place.append(row.widget)
    }
  }

  private func made() -> PasteRow? {
    built += 1
    return try? PasteRow(values)
  }

  private func fill(_ row: PasteRow, _ index: Int) {
    guard content.indices.contains(index) else { return }
    row.show(content[index]) { [answered] in answered(.read($0)) }
  }
}

@MainActor
private final class PasteRow: Cell {
  enum Content {
    case remark(String)
    case line(CalculatorViewState.Line, [CalculatorViewState.Reading])
  }

  @Child("row") private var row: BoxContainer
  @Child("text") private var text: Label
  @Child("amount") private var amount: Label
  @Child("value") private var value: Label
  private var buttons: ReadingButtons?

  init(_ values: SizeGroup) throws(BuilderError) {
    try Builder(ui: "paste-row").bind(self)
    values.add(value)
  }

  var widget: Widget { row }

  var spoken: String { [amount.text, text.text, value.text].filter { !$0.isEmpty }.joined(separator: tr(", ")) }

  func show(_ content: Content, chosen: @escaping @MainActor @Sendable (ReadingAlternative) -> Void) {
    if let buttons { row.remove(buttons.widget) }
    buttons = nil
    switch content {
    case .remark(let remark):
      text.text = remark
      text.style("dim-label", true)
      (amount.text, value.text) = ("", "")
    case .line(let line, let readings): show(line, readings, chosen)
    }
  }

  private func show(
    _ line: CalculatorViewState.Line, _ readings: [CalculatorViewState.Reading],
    _ chosen: @escaping @MainActor @Sendable (ReadingAlternative) -> Void
  ) {
    if !readings.isEmpty {
      let made = ReadingButtons(isBrief: true, chosen: chosen)
      made.render(readings)
      row.append(made.widget)
      buttons = made
    }
    amount.text = ReadingOrder.held("\(line.sign) \(line.amount)")
    amount.setTrailingSpace(like: line.amountTail)
    let parts = [line.amount.contains(line.code) ? "" : line.code, line.detail]
    text.text = parts.filter { !$0.isEmpty }.joined(separator: " ")
    text.style("dim-label", false)
    value.text = line.value
    value.style("error", line.problem != nil)
  }
}

/// Buttons for the other ways to read a text. If there are more than three, the last button opens a menu.
@MainActor
final class ReadingButtons {
  static let most = 3

  let widget: BoxContainer
  private var buttons: [Widget] = []
  private var shown: [CalculatorViewState.Reading] = []
  private let isBrief: Bool
  private let chosen: @MainActor @Sendable (ReadingAlternative) -> Void

  /// `isBrief`: whether the buttons are in one row, and each shows the amount without the typed text.
  init(isBrief: Bool = false, chosen: @escaping @MainActor @Sendable (ReadingAlternative) -> Void) {
    widget = BoxContainer(vertical: !isBrief, spacing: 6)
    widget.style("readings", true)
    self.isBrief = isBrief
    self.chosen = chosen
  }

  func render(_ readings: [CalculatorViewState.Reading]) {
    guard readings != shown else { return }
    shown = readings
    for button in buttons { widget.remove(button) }
    buttons = []
    if let first = readings.first, let current = first.current { addMeaning(first.text, current) }
    for reading in readings.prefix(Self.most) {
      add(isBrief ? reading.meaning : reading.label, reading.label) { [chosen] in chosen(reading.alternative) }
    }
    if readings.count > Self.most {
      add(isBrief ? "…" : tr("More Meanings…"), tr("More Meanings…")) { [weak self] in self?.openRest() }
    }
    widget.isVisible = !readings.isEmpty
  }

  private func add(_ label: String, _ name: String, pressed: @escaping @MainActor @Sendable () -> Void) {
    let button = Button(label: label)
    if label != name {
      button.setAccessibleLabel(name)
      button.setTooltip(name)
    }
    button.onClick(pressed)
    widget.append(button)
    buttons.append(button)
  }

  private func addMeaning(_ text: String, _ meaning: String) {
    let label = Label(text: "\u{2068}\(text)\u{2069} →")
    widget.append(label)
    buttons.append(label)
    add(meaning, tr("Use {meaning} for {text}", ["text": text, "meaning": meaning])) { [weak self] in
      self?.widget.isVisible = false
    }
  }

  private func openRest() {
    let menu = Menu()
    for reading in shown.dropFirst(Self.most) {
      menu.append(reading.label, action: "\(WindowAction.chooseReading.name)::\(reading.place)")
    }
    buttons.last?.popUp(menu)
  }
}
