// SPDX-License-Identifier: GPL-3.0-or-later
import KursGtk

/// The main window; it shows a view state and passes on what a person does, and decides nothing.
@MainActor
final class CalculatorWindow {
  let window: Window
  let toasts: ToastOverlay
  let page: BoxContainer
  let header: Widget
  let body: Widget
  let head: BoxContainer
  let lines: LineList
  let amount: Entry
  let currency: Button
  let currencyCode: Label
  let note: Label
  let results: ListBox
  let resultsPlace: Scroller
  let linesPlace: Scroller
  let addCurrency: Widget
  let status: Widget
  let provenance: Label
  /// The same in less room.
  let briefs: [Label]
  let notice: Label
  let noticeButton: Button
  let refresh: Widget
  let menu: MenuButton
  let listBar: BoxContainer
  let addAmount: Widget
  let listMenu: MenuButton
  let keptMenu: MenuButton
  let listChooser: Button
  let listTitle: Label
  private let separatorKey: Button
  /// On the key that chooses the currency.
  let keyCode: Label
  let keypad: Widget
  let keypadPlace: Widget
  /// Room for a chart in a wide window.
  let side: SideSlot
  /// The parts that are made when they are first needed; the compact window does without them.
  var late = LateParts()
  var rows: [ResultRow] = []
  private(set) var shown = CalculatorViewState()
  /// The calculator's newest state; `shown` lags behind it while something half-typed cannot be read.
  private var actual = CalculatorViewState()
  private var held = HeldNumbers()
  private var telling: Task<Void, Never>?
  private var announcements = Announcements()
  private var announcing: Task<Void, Never>?
  /// How often lines were taken away.
  var removals = 0
  private var refusals = 0
  private(set) var isRendering = false
  /// Whether the name of the list was shown once.
  var isTitled = false
  let send: @MainActor @Sendable (CalculatorIntent) -> Void

  init(send: @escaping @MainActor @Sendable (CalculatorIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(resource: Paths.calculator, domain: Paths.domain)
    window = try builder.object("window")
    toasts = try builder.object("toasts")
    page = try builder.object("page")
    header = try builder.object("header")
    head = try builder.object("head")
    amount = try builder.object("amount")
    currency = try builder.object("currency")
    currencyCode = try builder.object("currency_code")
    note = try builder.object("amount_note")
    results = try builder.object("results")
    resultsPlace = try builder.object("results_place")
    linesPlace = try builder.object("lines_place")
    addCurrency = try builder.object("add")
    status = try builder.object("status")
    provenance = try builder.object("provenance")
    briefs = try ["brief", "briefer", "briefest"].map { name throws(BuilderError) in try builder.object(name) }
    notice = try builder.object("notice")
    noticeButton = try builder.object("notice_button")
    refresh = try builder.object("refresh")
    separatorKey = try builder.object("key_separator")
    keyCode = try builder.object("key_currency_code")
    menu = try builder.object("menu")
    listBar = try builder.object("list_bar")
    addAmount = try builder.object("add_amount")
    listMenu = try builder.object("list_menu")
    keptMenu = try builder.object("kept_menu")
    listChooser = try builder.object("list_chooser")
    listTitle = try builder.object("list_title")
    self.send = send
    lines = try LineList(builder)
    keypad = try builder.object("keypad")
    keypadPlace = try builder.object("keypad_place")
    body = try builder.object("body")
    AdaptiveLayout.take(over: body)
    side = SideSlot(beside: body) { send(.sideOpened) }
    keypad.keepLeftToRight()
    try connectKeypad(builder)
    connect()
    installActions()
  }

  deinit {
    announcing?.cancel()
    telling?.cancel()
  }

  func render(_ state: CalculatorViewState) {
    actual = state
    show(held.shown(state))
    if state.refusals > refusals { toast(tr("There is no amount in the text you pasted.")) }
    refusals = state.refusals
    guard held.isWaiting else { return }
    let number = held.number
    telling?.cancel()
    telling = Task { [weak self] in
      try? await Task.sleep(for: HeldNumbers.pause)
      if !Task.isCancelled { self?.tell(number) }
    }
  }

  /// Says what is wrong with the amount: the person pressed Enter, or typed no more.
  func tell(_ number: Int? = nil) {
    if held.told(number) { show(held.shown(actual)) }
  }

  private func show(_ state: CalculatorViewState) {
    isRendering = true
    defer { isRendering = false }
    renderLines(state)
    renderAmount(state)
    if state.separator != shown.separator { separatorKey.label = state.separator }
    renderNote(state)
    renderReadings(state.readings)
    renderPaste(state.paste)
    renderTotal(state.total)
    renderChips(state.chips)
    renderRows(state.rows)
    renderUndo(state)
    renderKeypad(state)
    renderCompact(state)
    renderLists(state.lists)
    renderSideList(state)
    renderStatus(state)
    renderIntroduction(state)
    // A person who types sees what is typed.
    if state.crowd != shown.crowd || state.amount != shown.amount && linesPlace.isTurned { lines.revealActive() }
    if state.isHeld != shown.isHeld { for part in [head, results] { part.style("held", state.isHeld) } }
    announce(announcements.shown(actual.announcement))
    shown = state
  }

  /// Tells a screen reader what the person did and, once the numbers stand, what came of it.
  func announce(action: String) { announce(announcements.did(action)) }

  /// Whether something waits to be told until nothing changes.
  var isAnnouncing: Bool { announcing != nil }

  private func announce(_ number: Int?) {
    guard let number else { return }
    // One waits at a time: a key press puts it off.
    announcing?.cancel()
    announcing = Task { [weak self] in
      try? await Task.sleep(for: Announcements.pause)
      guard !Task.isCancelled, let self else { return }
      announcing = nil
      if let sentence = announcements.paused(number) { amount.announce(sentence) }
    }
  }

  func toast(_ sentence: String, button: (label: String, action: String)? = nil) {
    toasts.show(sentence, button: button)
  }

  var typed: String { amount.text }

  /// The value shown in the row of a currency, or in the first row.
  func value(of code: String?) -> String? {
    actual.rows.first { code == nil || $0.id == code }?.value
  }

  /// The doubt about the newest rate in the row of a currency.
  func doubt(of code: String) -> CalculatorViewState.Row.Doubt? { shown.rows.first { $0.id == code }?.doubt }

  func copy(_ text: String) { window.copyToClipboard(text) }

  /// Shows it for the first time, ready for typing.
  func present() {
    window.focus(amount)
    amount.selectAll()
    window.present()
    // A screen reader hears of the focus only in a window that is active.
    window.onceActive { [weak self] in
      // A menu that is open by then would close.
      guard let self, !window.hasFocusInPopover else { return }
      tellFocus()
      if Window.tellsFirstFocusEarly { tellFocusAgain() }
    }
    // Two dozen buttons cost a tenth of the start; the number is there a frame before them.
    window.afterFirstFrame { [weak self] in
      guard let self else { return }
      fitKeypad()
      keypad.isVisible = true
      amount.fitText()
      completeRows()
      introduce()
    }
  }
}

extension CalculatorViewState {
  /// The parts that take room from the list.
  fileprivate var crowd: [Int] {
    [lines.count, total?.terms.count ?? -1, readings.count, chips.count, paste == nil ? 0 : 1]
  }
}
