// SPDX-License-Identifier: GPL-3.0-or-later

import KursGtk
import KursModel
import KursWords
import KursWorkflow

@MainActor
final class CalculatorWindow {
  @Child("window") var window: Window
  @Child("toasts") var toasts: ToastOverlay
  @Child("page") var page: BoxContainer
  @Child("header") var header: Widget
  let body: Widget
  @Child("head") var head: BoxContainer
  let lines: LineList
  @Child("amount") var amount: Entry
  @Child("currency") var currency: Button
  @Child("currency_code") var currencyCode: Label
  @Child("amount_note") var note: Label
  @Child("results") var results: ListBox
  @Child("results_place") var resultsPlace: Scroller
  @Child("lines_place") var linesPlace: Scroller
  @Child("add") var addCurrency: Widget
  @Child("status") var status: Widget
  @Child("provenance") var provenance: Label
  @Child("status_texts") private var statusTexts: Widget
  let briefs: [Label]
  @Child("notice") var notice: Label
  @Child("notice_button") var noticeButton: Button
  @Child("refresh") var refresh: Widget
  @Child("menu") var menu: MenuButton
  @Child("list_bar") var listBar: BoxContainer
  @Child("add_amount") var addAmount: Widget
  @Child("list_menu") var listMenu: MenuButton
  @Child("list_chooser") var listChooser: Button
  @Child("list_title") var listTitle: Label
  @Child("key_separator") private var separatorKey: Button
  @Child("key_currency_code") var keyCode: Label
  @Child("keypad") var keypad: Widget
  @Child("keypad_place") var keypadPlace: Widget
  let side: SideSlot
  var late = DeferredWidgets()
  var rows: [ResultRow] = []
  private(set) var shown = CalculatorViewState()
  /// The calculator's newest state. `shown` contains the last valid numbers while the typed text can't be read.
  private var actual = CalculatorViewState()
  private var held = LastValidNumbers()
  private var focusAnnouncement: Task<Void, Never>?
  private var announcements = Announcements()
  private var announcing: Task<Void, Never>?
  var removals = 0
  private var refusals = 0
  private(set) var isRendering = false
  var closesAnyway = false
  let send: @MainActor @Sendable (CalculatorIntent) -> Void

  init(send: @escaping @MainActor @Sendable (CalculatorIntent) -> Void) throws(BuilderError) {
    let builder = try Builder(ui: "calculator")
    briefs = try ["brief", "briefer", "briefest"].map { name throws(BuilderError) in try builder.object(name) }
    self.send = send
    lines = try LineList(builder)
    body = try builder.object("body")
    side = SideSlot(beside: body) { send(.sideOpened) }
    try builder.bind(self)
    AdaptiveLayout.install(on: body)
    FirstFit.install(on: statusTexts)
    for each in [listTitle, addAmount] { each.style("caption", Appearance.isTextLarge) }
    keypad.keepLeftToRight()
    try connectKeypad(builder)
    connect()
    installActions()
  }

  deinit {
    announcing?.cancel()
    focusAnnouncement?.cancel()
  }

  func render(_ state: CalculatorViewState) {
    actual = state
    show(held.shown(state))
    if state.refusals > refusals { toast(tr("The pasted text contains no amount.")) }
    refusals = state.refusals
    guard held.isWaiting else { return }
    let number = held.number
    focusAnnouncement?.cancel()
    focusAnnouncement = Task { [weak self] in
      try? await Task.sleep(for: LastValidNumbers.pause)
      if !Task.isCancelled { self?.tell(number) }
    }
  }

  func tell(_ number: Int? = nil) {
    if held.announced(number) { show(held.shown(actual)) }
  }

  private func show(_ state: CalculatorViewState) {
    isRendering = true
    defer { isRendering = false }
    renderLines(state)
    renderAmount(state)
    separatorKey.label = state.separator
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
    if state.crowd != shown.crowd || state.amount != shown.amount && lines.isScrolledAway { lines.revealActive() }
    for part in [head, results] { part.style("held", state.isHeld) }
    if late.awaitsRefresh, let trouble = state.trouble, trouble != shown.trouble {
      late.awaitsRefresh = false
      announce(action: trouble)
    }
    announce(announcements.shown(actual.announcement))
    shown = state
  }

  /// Shows a new user which servers Kurs contacts. Runs after the first frame, so that the start isn't delayed.
  private func introduce() {
    guard let text = shown.introduction, !shown.isCompact else { return }
    toasts.showWelcome(text) { [weak self] in
      self?.send(.event(.introductionRead))
      self?.takeFocusBack()
    }
    Task { [weak self] in
      // Waits until a screen reader has spoken the window's name, because it would otherwise speak the notice twice.
      repeat { try? await Task.sleep(for: .seconds(3)) } while self?.isAnnouncing == true
      if let self, shown.introduction != nil { amount.announce(text) }
    }
  }

  func announce(action: String) { announce(announcements.noteAction(action)) }

  var isAnnouncing: Bool { announcing != nil }

  private func announce(_ number: Int?) {
    guard let number else { return }
    // A new announcement replaces the one that is waiting, and the pause begins again.
    announcing?.cancel()
    announcing = Task { [weak self] in
      try? await Task.sleep(for: Announcements.pause)
      guard !Task.isCancelled, let self else { return }
      announcing = nil
      if let sentence = announcements.paused(number) { amount.announce(sentence) }
    }
  }

  func toast(_ sentence: String, button: (label: String, action: String)? = nil) {
    toasts.show(sentence, button: button) { [weak self] in self?.announce(action: $0) }
  }

  var typed: String { amount.text }

  /// Returns the result in the row of a currency. Nil selects the first row.
  func value(of code: String?) -> String? {
    actual.rows.first { code == nil || $0.id == code }?.value
  }

  func suspiciousRate(of code: String) -> CalculatorViewState.Row.SuspiciousRate? {
    shown.rows.first { $0.id == code }?.suspiciousRate
  }

  func copy(_ text: String) { window.copyToClipboard(text) }

  func present() {
    window.focus(amount)
    amount.selectAll()
    window.present()
    window.onceActive { [weak self] in
      // Moving the focus would close a menu that the user may have opened before the window became active.
      guard let self, !window.hasFocusInPopover else { return }
      announceFocus()
      announceFocusAgain()
    }
    // Creating about 24 keys takes a tenth of the start time, so they are created after the first frame.
    window.afterFirstFrame { [weak self] in
      guard let self else { return }
      fitKeypad()
      keypad.isVisible = true
      fitAmount()
      completeRows()
      introduce()
    }
  }
}

extension CalculatorViewState {
  fileprivate var crowd: [Int] {
    [lines.count, total?.terms.count ?? -1, readings.count, chips.count, paste == nil ? 0 : 1]
  }
}

extension CalculatorWindow {
  func connectKeypad(_ builder: Builder) throws(BuilderError) {
    for key in Key.allCases {
      let button = try builder.object("key_\(key.rawValue)", as: Button.self)
      button.onClick { [weak self] in self?.press(key) }
      guard key.isDigit else { continue }
      button.label = inOwnDigits(key.rawValue)
    }
  }

  func press(_ key: Key) {
    if let text = key.text(separator: shown.separator) { return write(text) }
    switch key {
    case .backspace: if !removedEmptyLine() { amount.deleteBackwards() }
    case .clear: amount.text = ""
    case .equals: equals()
    case .line: send(.event(.lineAdded(after: nil, sign: .plus)))
    case .swap: send(.event(.swapped(at: 0)))
    default: send(.currencyPressed)
    }
  }

  private func equals() {
    tell()
    send(.event(.equalsPressed))
  }

  func write(_ text: String) {
    if shown.isFinished { amount.position = -1 }
    amount.insert(text)
  }

  func connect() {
    let send = self.send
    keepCurrentAmount()
    amount.keepCursorBehindReplacement()
    amount.keepNumberAtEnd()
    amount.keepSelection()
    keypad.roveFocus()
    amount.onChange { [weak self] in
      self?.fitAmount()
      guard let self, !isRendering else { return }
      // A number with Latin and Arabic digits can't be read, so all digits are converted to the kind on the screen.
      let ownText = inOwnDigits(amount.text)
      if ownText != amount.text {
        isRendering = true
        amount.rewrite(ownText)
        isRendering = false
      }
      send(.event(.amountTyped(ownText)))
    }
    amount.onActivate { [weak self] in self?.equals() }
    amount.onKey(first: true) { [weak self] key in self?.pressed(key) ?? false }
    amount.onPaste(htmlUpTo: PastedHTML.mostBytes) { [weak self] content in
      self?.read(content) { [weak self] text in
        guard let self, !pasted(text) else { return }
        amount.insert(text)
      }
    }
    currency.onClick { send(.currencyPressed) }
    lines.onAction = { [weak self] action in self?.perform(action) }
    lines.openMenu = { [weak self] id, place in self?.openMenu(ofLine: id, at: place) }
    noticeButton.onClick { [weak self] in
      switch self?.shown.statusButton {
      case .dismiss: send(.event(.noticeDismissed))
      case .adoptCopy: send(.copyPressed)
      case .goOnline: send(.onlinePressed)
      case .saveAgain: send(.saveAgainPressed)
      case nil: break
      }
    }
    side.onLead { [weak self] in self?.openSideList() }
    side.onClose { [weak self] in self?.mark(charted: nil) }
    results.onActivate { [weak self] index in
      guard let self else { return }
      send(index < shown.rows.count ? .chartPressed(shown.rows[index].id) : .addPressed)
    }
    menu.onFirstOpen { CalculatorMenus.main() }
    listMenu.onFirstOpen { CalculatorMenus.list() }
    // A window that opens maximised has its final size only after the first layout.
    window.onLayout { [weak self] in self?.fitKeypad() }
    window.onResize { [weak self] in
      self?.fitKeypad()
      self?.amount.afterFirstFrame { self?.fitAmount() }
      guard let window = self?.window, !window.isMaximized else { return }
      send(.event(.windowResized(WindowSize(width: window.size.width, height: window.size.height))))
    }
    window.confirmClosing { [weak self] in
      let mayClose = self?.actual.hasUnsavedChanges != true || self?.closesAnyway == true
      send(mayClose ? .closed : .closeRequested)
      return mayClose
    }
  }

  /// Handles a paste. Returns false for a plain amount, which the field then inserts at the cursor itself.
  private func pasted(_ text: String) -> Bool {
    if amount.isReplacedByWriting || text.contains(where: \.isNewline) || text.contains("\t") {
      send(.event(.pasted(text)))
    } else if text.contains(where: \.isLetter), amount.selection == nil {
      // Text with letters may be prose, so the workflow decides which part to insert into the field.
      send(.event(.pastedWithin(inOwnDigits(text), at: amount.position)))
    } else {
      return false
    }
    return true
  }

  private func pressed(_ key: KeyPress) -> Bool {
    foldKeypad(for: key)
    switch (key.name, key.hasAlt) {
    case ("Up", false), ("KP_Up", false): return step(by: -1)
    case ("Down", false), ("KP_Down", false): return step(by: 1)
    case ("Up", true), ("KP_Up", true): return moveLine(by: -1)
    case ("Down", true), ("KP_Down", true): return moveLine(by: 1)
    case ("KP_Decimal", false), ("KP_Separator", false):
      write(shown.separator)
      return true
    case ("BackSpace", false) where !key.hasControl: return removedEmptyLine()
    case ("Left", _), ("Right", _), ("Home", _), ("End", _), ("KP_Left", _), ("KP_Right", _), ("KP_Home", _),
      ("KP_End", _):
      if shown.isFinished { send(.event(.cursorMoved)) }
      return false
    default: return false
    }
  }
}

extension CalculatorWindow {
  func installActions() {
    window.install(WindowAction.self) { [weak self] action, target in self?.run(action, target) }
    window.installSwitch(WindowSwitch.roundCash.rawValue) { [weak self] in
      guard let self else { return }
      send(.event(.cashRoundingSwitched(!shown.roundsCash)))
    }
    window.installSwitch(WindowSwitch.keypad.rawValue) { [weak self] in
      guard let self else { return }
      send(.event(.keypadSwitched(!shown.showsKeypad(isNarrow: isPhoneWide))))
    }
    window.installChoice(WindowAction.rule, NamedRule.usual.name) { [weak self] name in
      self?.send(.event(.ruleChosen(name == NamedRule.usual.name ? nil : NamedRule(name))))
    }
    renderKeypad(shown)
    window.setEnabled(WindowAction.undo, false)
    window.setEnabled(WindowAction.redo, false)
    connectLists()
  }

  private func run(_ action: WindowAction, _ target: String) {
    switch action {
    case .copy: send(.copyResult(focused))
    case .swap: send(.event(.swapped(at: focused.flatMap { place(of: $0) } ?? 0)))
    case .chooseCurrency: send(focused.map { .changeResult($0) } ?? .currencyPressed)
    case .addCurrency: send(.addPressed)
    case .clear: press(.clear)
    case .about: send(.about)
    case .shortcuts: send(.shortcuts)
    case .chart: send(.chartPressed(nil))
    case .refresh:
      send(.refreshPressed)
      late.awaitsRefresh = true
      announce(action: tr("Refreshing rates"))
    case .compact: send(.event(.compactSwitched(!shown.isCompact)))
    case .pasteOffer: takeOffer()
    case .undo:
      if !restoredDeleted() { send(.event(.undo)) }
      toasts.dismiss(action: WindowAction.undoRemoval.name)
      announce(action: tr("Undone"))
    case .redo:
      send(.event(.redo))
      announce(action: tr("Redone"))
    case .undoRemoval:
      guard let removal = Int(target) else { return }
      send(.event(.removalUndone(removal)))
      announce(action: tr("Undone"))
    case .newLine:
      press(.line)
      window.focus(amount)
    case .removeActiveLine: remove(shown.activeID)
    case .clearList: clearList()
    case .copyList: send(.copyList)
    case .openFile: send(.openFilePressed)
    case .export: send(.exportRequested)
    case .printReceipt: send(.printPressed)
    case .convertTable: send(.tablePressed)
    case .chooseDay: chooseDay()
    case .fee: send(.feePressed)
    case .ownRates: send(.ownRatesPressed)
    case .paid: send(.paidPressed)
    case .save: send(.savePressed)
    case .newList: send(.newListPressed)
    case .renameList: send(.listActionRequested(.rename, nil))
    case .deleteList: send(.listActionRequested(.delete, nil))
    case .listUp: send(.listActionRequested(.up, nil))
    case .listDown: send(.listActionRequested(.down, nil))
    case .ofList:
      let parts = target.split(separator: " ").map(String.init)
      guard parts.count == 2, let request = ListRequest(rawValue: parts[0]), let id = UserObject.ID(parts[1])
      else { return }
      send(.listActionRequested(request, id))
    case .restoreList: UserObject.ID(target).map { send(.listRestored($0)) }
    case .saved: send(.savedListsPressed(.saved))
    case .history: send(.savedListsPressed(.history))
    case .chooseReading, .lineDay, .lineOwnRate, .lineNote, .removeLine, .copyResult, .explainResult, .swapWith,
      .editResult, .alertResult, .ownRate, .removeResult:
      // The action may remove the line that owns the menu, so the menu must close first.
      Task { [weak self] in self?.runFromMenu(action, target) }
    }
  }

  private func runFromMenu(_ action: WindowAction, _ target: String) {
    switch action {
    case .chooseReading: chooseReading(target)
    case .lineDay, .lineOwnRate, .lineNote, .removeLine: runOnLine(action, target)
    default: runOnResult(action, target)
    }
  }

  private func runOnResult(_ action: WindowAction, _ code: String) {
    let index = place(of: code)
    switch action {
    case .copyResult: send(.copyResult(code))
    case .explainResult: send(.explainPressed(code))
    case .swapWith: if let index { send(.event(.swapped(at: index))) }
    case .editResult: edit(code)
    case .alertResult: send(.alertPressed(code))
    case .ownRate: send(.ownRatePressed(code))
    default: if let index { send(.event(.resultRemoved(at: index))) }
    }
  }

  private func runOnLine(_ action: WindowAction, _ target: String) {
    guard let id = Int(target), let index = place(of: id) else { return }
    let line = shown.lines[index]
    switch action {
    case .lineDay: chooseDay(of: line)
    case .lineOwnRate: send(.lineOwnRatePressed(index))
    case .lineNote: writeNote(of: line)
    default: remove(id)
    }
  }

  private func chooseReading(_ target: String) {
    let readings = shown.paste.map { $0.readings + $0.readingsOfLines.values.flatMap { $0 } } ?? shown.readings
    guard let reading = readings.first(where: { String($0.place) == target }) else { return }
    send(.event(.readingChosen(reading.alternative)))
  }
}

extension CalculatorWindow {
  private func chooseDay() {
    guard let day = shown.day ?? shown.newest else { return }
    let texts = DatePopover.Texts(title: tr("Use Rates From"), none: tr("Latest Rates"))
    let rules = DatePopover.Rules(chosen: shown.rule ?? .usual) { [send] rule in
      send(.event(.ruleChosen(rule == .usual ? nil : rule)))
    }
    // The compact window hides the list's menu button, so the popover opens at the main menu.
    open(texts, day, rules, at: shown.isCompact ? menu : listMenu) { [send] in send(.event(.dayChosen($0))) }
  }

  private func chooseDay(of line: CalculatorViewState.Line) {
    guard let day = line.day ?? shown.day ?? shown.newest, let place = late.menuPlace else { return }
    let texts = DatePopover.Texts(title: tr("Date of this line"), none: tr("Same as the List"))
    open(texts, day, at: place) { [weak self] day in
      guard let self, let index = self.place(of: line.id) else { return }
      send(.event(.lineDayChosen(at: index, day)))
    }
  }

  private func open(
    _ texts: DatePopover.Texts, _ day: Day, _ rules: DatePopover.Rules? = nil, at place: Widget,
    chosen: @escaping @MainActor @Sendable (Day?) -> Void
  ) {
    // The popover opens after the menu has closed, because the closing menu would take the focus.
    Task { (try? DatePopover(texts, day: day, rules: rules, chosen: chosen))?.popUp(at: place) }
  }

  private func writeNote(of line: CalculatorViewState.Line) {
    guard let place = late.menuPlace else { return }
    Task { [weak self] in
      let popover = try? TextPopover(title: tr("Note"), text: line.note) { [weak self] text in
        guard let self, let index = self.place(of: line.id) else { return }
        send(.event(.lineNoteTyped(at: index, text)))
      }
      popover?.popUp(at: place)
    }
  }

  func answered(_ answer: PasteCard.Answer) {
    switch answer {
    case .add: send(.event(.pasteAccepted))
    case .cancel: send(.event(.pasteDropped))
    case .read(let alternative):
      send(.event(.readingChosen(alternative)))
      return
    }
    returnToAmount()
  }
}

extension CalculatorWindow {
  static let compactSize = (width: 300, height: 260)

  func renderCompact(_ state: CalculatorViewState) {
    guard state.isCompact != shown.isCompact else { return }
    let isCompact = state.isCompact
    window.style("compact", isCompact)
    // The old minimum width could prevent the new size, so the minimum is set first.
    window.requestWidth(isCompact ? 240 : 360)
    header.setButtons(inHeader: isCompact ? ":close" : nil)
    lines.leastHeight = isCompact ? 40 : 76
    resultsPlace.requestContentHeight(isCompact ? 40 : 60)
    for part in [listBar, addCurrency] { part.isVisible = !isCompact }
    late.undo?.isVisible = !isCompact
    renderKeypad(state)
    for row in rows { row.beCompact(isCompact) }
    renderWayBack(isCompact)
    // Removes the welcome notice, which would cover the only result of the compact window.
    if isCompact { toasts.dropWelcome() }
  }

  private func renderWayBack(_ isCompact: Bool) {
    if isCompact, late.wayBack == nil {
      let button = Button(label: "")
      button.setIcon("view-fullscreen-symbolic")
      button.setTooltip(tr("Show Everything"))
      button.setAccessibleLabel(tr("Show Everything"))
      button.keepFocusOnClick()
      button.onClick { [send] in send(.event(.compactSwitched(false))) }
      header.packStart(inHeader: button)
      late.wayBack = button
    }
    late.wayBack?.isVisible = isCompact
  }

  var isShown: Bool { window.isMapped }

  func resize(to size: WindowSize?, isCompact: Bool) {
    let usual = isCompact ? Self.compactSize : (400, 720)
    window.size = size.map { ($0.width, $0.height) } ?? usual
  }
}

extension CalculatorWindow {
  /// Sends typed text to the amount field, wherever the focus is. Moves the focus to that field when a menu closes.
  func keepCurrentAmount() {
    window.onKey(first: true) { [weak self] key in self?.pressedElsewhere(key) ?? false }
    window.onFocusReturn { [weak self] in self?.takeFocusBack() }
  }

  func takeFocusBack() { amount.takeFocus(in: window) }

  func announceFocus() {
    window.focus(nil)
    takeFocusBack()
  }

  /// Announces the focused field again, unless the user already typed or selected text. The first announcement is lost
  /// if the screen reader starts after Kurs, or if the accessibility bus is busy. A screen reader that spoke it ignores
  /// the second one.
  func announceFocusAgain() {
    let (before, selected, offset) = (typed, amount.selection, linesPlace.offset)
    Task { [weak self] in
      try? await Task.sleep(for: .seconds(1.5))
      guard let self, window.hasFocus(within: amount) else { return }
      if typed == before, amount.selection == selected, linesPlace.offset == offset { announceFocus() }
    }
  }

  private func pressedElsewhere(_ key: KeyPress) -> Bool {
    guard !window.hasFocusInPopover, !window.hasFocus(within: amount), !key.hasAlt else { return false }
    if key.isPaste {
      takeFocusBack()
      amount.paste()
      return true
    }
    guard !key.hasControl, let text = key.text, text != " " else { return false }
    takeFocusBack()
    foldKeypad(for: key)
    write(["KP_Decimal", "KP_Separator"].contains(key.name) ? shown.separator : text)
    return true
  }
}

extension KeyPress {
  fileprivate var isPaste: Bool {
    hasControl ? name == "v" || name == "V" : hasShift && (name == "Insert" || name == "KP_Insert")
  }
}

extension CalculatorWindow {
  /// Hides the keypad of a narrow window when the user types on a keyboard. A button shows the keypad again.
  func foldKeypad(for key: KeyPress) {
    guard shown.showsKeypad(isNarrow: isPhoneWide), isNarrow else { return }
    guard !key.hasControl, !key.hasAlt, key.text?.isEmpty == false else { return }
    send(.event(.keypadSwitched(false)))
  }

  /// Window heights in pixels below which the keys shrink: `lowHeight`, or `narrowHeight` if lines and results are
  /// stacked. Below `lowestHeight`, the keys shrink further.
  private static let (lowHeight, narrowHeight, lowestHeight) = (600, 700, 480)
  /// The window width in pixels below which the keypad stays hidden until the user opens it.
  private static let leastKeypadWidth = 600

  private func fitAmount() {
    let fit: NumberFit = shown.isCompact ? .compactField : shown.lines.isEmpty ? .field : .fieldInList
    amount.fitText(fit, usual: fit == .field ? 200 : 130)
  }

  private var isNarrow: Bool { window.width > 0 && !AdaptiveLayout.isSideBySide(body) }

  private var isPhoneWide: Bool { window.extent.width < Self.leastKeypadWidth }

  func fitKeypad() {
    renderKeypad(shown)
    fitRows()
    let (width, height) = window.extent
    let isNarrow = width < AdaptiveLayout.threshold
    let isLow = height < (isNarrow ? Self.narrowHeight : Self.lowHeight)
    let isLowest = height < Self.lowestHeight
    keypad.style("low", isLow)
    head.style("low", isLow && isNarrow)
    for part in [keypad, head] { part.style("lowest", isLowest && !shown.isCompact) }
    keypadPlace.requestHeight(isLowest ? AdaptiveLayout.leastFoot : isLow ? 174 : 259)
  }

  func fitRows() {
    for row in rows { row.fit(columnWidth: results.width) }
  }

  func renderKeypad(_ state: CalculatorViewState) {
    let isShown = state.showsKeypad(isNarrow: isPhoneWide)
    window.setSwitch(WindowSwitch.keypad.rawValue, isShown)
    keypadPlace.isVisible = isShown
  }

  func addKeypadToggle() {
    guard late.keypadToggle == nil, let builder = try? Builder(ui: "keypad-toggle"),
      let toggle = try? builder.object("toggle", as: Widget.self)
    else { return }
    listBar.insert(toggle, after: addAmount)
    late.keypadToggle = toggle
  }
}

extension CalculatorWindow {
  private static let mostBytesAtOnce = 1 << 16

  /// Offers to paste an amount that the user copied in another program. Each text is offered only once.
  func offerClipboard(_ isOffered: @escaping @MainActor @Sendable (String) -> Bool) {
    guard !window.isClipboardOwn else { return }
    readClipboard { [weak self] text in
      guard let self, text != late.offered, isOffered(text) else { return }
      late.offered = text
      toast(
        tr("On the clipboard: {text}", ["text": text.inOneLine]), button: (tr("Paste"), WindowAction.pasteOffer.name))
    }
  }

  /// Calls `body` with the clipboard's text, or with the text of its HTML if the HTML contains more.
  func readClipboard(_ body: @escaping @MainActor @Sendable (String) -> Void) {
    window.readClipboard(htmlUpTo: PastedHTML.mostBytes) { [weak self] content in self?.read(content, body) }
  }

  private func read(_ content: ClipboardContent, _ body: @escaping @MainActor @Sendable (String) -> Void) {
    let decimal = shown.separator.unicodeScalars.first ?? "."
    let read = { @Sendable in PastedHTML.text(html: content.html, plain: content.plain, decimal: decimal) }
    guard let html = content.html, html.count > Self.mostBytesAtOnce else { return body(read()) }
    // Reading the HTML of a long page takes time, so it runs off the main thread.
    Task { await body(Task.detached(operation: read).value) }
  }

  func takeOffer() {
    guard let text = late.offered else { return }
    send(.event(.pasted(text)))
    takeFocusBack()
  }

  func takeDrops() {
    window.onTextDrop { [weak self] text in self?.send(.event(.pasted(text))) }
    window.onFileDrop { [weak self] paths in self?.send(.filesDropped(paths)) }
  }
}

/// The parts of the window that are created on first use. Most calculations have one line and don't need them.
@MainActor
struct DeferredWidgets {
  // The result rows share these size groups, so that their parts form columns.
  lazy var names = SizeGroup()
  lazy var numbers = SizeGroup()
  lazy var trends = SizeGroup()
  var total: TotalCard?
  var chips: TermChips?
  var paste: PasteCard?
  var readings: ReadingButtons?
  var undo: Widget?
  var sideList: SideList?
  var keypadToggle: Widget?
  var wayBack: Button?
  /// Whether the user requested the running refresh. If true, its failure is announced.
  var awaitsRefresh = false
  var offered: String?
  /// The widget beside which the last menu opened. A menu entry's popover opens beside the same widget.
  var menuPlace: Widget?
  var deleted: (id: UserObject.ID, list: String, amount: String)?
  var watch: AppearanceWatch?
}
