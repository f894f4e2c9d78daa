// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursDrawing
import KursGtk
import KursModel
import KursWorkflow

@MainActor
final class ChartArea {
  /// The parts of the chart's state that its picture depends on. They lack the cross-hair, which is drawn on top.
  private struct Ground: Equatable {
    let revision: Int
    let window: DaySpan
    let options: ChartOptions
    let subject: ChartSubject
  }

  let area: DrawingArea
  private let words: Words
  private let send: @MainActor @Sendable (ChartEvent) -> Void
  private var state: ChartState?
  private var ground: Ground?
  private var picture: ChartPicture?
  private var watch: AppearanceWatch?
  private var drag: (start: Double, window: DaySpan, isPanning: Bool)?
  private var pinched = 1.0
  /// The midpoint between two fingers and the visible days, both at the beginning of a pinch.
  private var fingers: (start: Double, window: DaySpan)?
  private var pointer: Double?
  private var isPointed = false
  private var offered: Double?
  var alerts: [Rational] = [] { didSet { if alerts != oldValue { area.redrawOverlay() } } }
  private let alertActions = ActionGroup()
  private let alert: @MainActor @Sendable (Rational) -> Void
  private var markStart: Day?

  init(
    _ area: DrawingArea, _ words: Words, alert: @escaping @MainActor @Sendable (Rational) -> Void,
    send: @escaping @MainActor @Sendable (ChartEvent) -> Void
  ) {
    self.area = area
    self.alert = alert
    self.words = words
    self.send = send
    area.onDraw(
      picture: { [weak self] size in self?.draw(size) }, overlay: { [weak self] _ in self?.overlay ?? [] })
    connect()
    watch = Appearance.onChange { [weak self] in self?.area.redraw() }
  }

  func render(_ state: ChartState) {
    let (cursor, marks) = (self.state?.cursor, self.state?.marks)
    self.state = state
    let ground = Ground(
      revision: state.revision, window: state.window, options: state.options, subject: state.subject)
    if ground != self.ground {
      self.ground = ground
      area.redraw()
    } else if cursor != state.cursor || marks != state.marks {
      area.redrawOverlay()
    }
  }

  func list(_ size: Size, theme: ChartTheme) -> DisplayList? {
    state.map {
      ChartFigure(words.caption(of: $0), theme: theme, metrics: .measured).list($0, size: size, text: words.chart)
    }
  }

  /// The size of exported pictures: the size on the screen plus the caption, but at least 640 × 480.
  var size: Size { Size(max(area.size.width, 640), max(area.size.height + 130, 480)) }

  private func draw(_ size: Size) -> DisplayList? {
    guard let state else { return nil }
    let font = area.font
    let theme = ChartTheme(
      isDark: Appearance.isDark, isHighContrast: Appearance.isHighContrast, fontSize: font.size)
    let made = ChartPicture(
      state, size: size, theme: theme, text: words.chart, metrics: .measured(in: font.family))
    picture = made
    return made.list(isOpaque: false)
  }

  private var overlay: [DisplayList] {
    // The selection comes from the newest state, because the picture may be older.
    guard let picture, let state else { return [] }
    var lists = [picture.alerts(alerts)]
    if drag == nil, let offered { lists.append(picture.alertOffer(at: offered)) }
    if let marks = state.marks { lists.append(picture.marks(marks, state.differences)) }
    if drag == nil, let cursor = state.cursor {
      lists.append(picture.crossHair(on: cursor, hasReading: state.marks == nil))
    }
    return lists
  }
}

extension ChartArea {
  private func connect() {
    area.onPointer { [weak self] place in
      guard let self, let picture, drag == nil else { return }
      pointer = place?.x
      let onAxis = place.flatMap { picture.geometry.isOnAxis($0.x) ? $0.y : nil }
      if onAxis != offered {
        offered = onAxis
        area.redrawOverlay()
      }
      let day = onAxis == nil ? place.map { picture.geometry.day(at: $0.x) } : nil
      // When hovering ends, hides the cross-hair only if the mouse pointer placed it, because a key may have placed it.
      if day != nil || isPointed { send(.cursorPlaced(day)) }
      isPointed = day != nil
    }
    area.onContextPress(at: { [weak self] x, y in self?.openMenu(x, y) })
    alertActions.install(HeightAction.self) { [weak self] _, text in
      guard let self, let rate = Rational(text: text) else { return }
      alert(rate)
    }
    area.insert(alertActions, scope: HeightAction.scope)
    area.onScroll { [weak self] x, y in
      guard let self, let picture else { return }
      // Two fingers rarely move straight, so only the direction of the larger movement is used.
      if abs(x) > abs(y) {
        // A step of the mouse wheel moves the chart by a twentieth of the visible days.
        send(.panned(days: Int(x * Double(picture.geometry.window.length) / 20 + (x > 0 ? 1 : -1))))
      } else if y != 0 {
        send(.zoomed(permille: y > 0 ? 1250 : 800, around: pointer.map { picture.geometry.day(at: $0) }))
      }
    }
    area.onPinch(
      began: { [weak self] in
        self?.pinched = 1
        self?.fingers = nil
      },
      scaled: { [weak self] scale in
        guard let self, scale > 0, abs(scale / pinched - 1) > 0.02 else { return }
        send(.zoomed(permille: Int(1000 * pinched / scale), around: nil))
        pinched = scale
        fingers = nil
      },
      moved: { [weak self] x in self?.panned(x) })
    area.onDrag(
      began: { [weak self] x, hasShift in self?.began(x, isPanning: hasShift) },
      moved: { [weak self] offset in self?.dragged(offset) },
      ended: { [weak self] offset in self?.dropped(offset) })
    area.onDrag(
      middle: true, began: { [weak self] x, _ in self?.began(x, isPanning: true) },
      moved: { [weak self] offset in self?.dragged(offset) },
      ended: { [weak self] offset in self?.dropped(offset) })
    area.onKey { [weak self] key in self?.pressed(key) ?? false }
  }

  private func began(_ x: Double, isPanning: Bool) {
    guard let picture else { return }
    area.grabFocus()
    drag = (x, picture.geometry.window, isPanning)
  }

  private func dragged(_ offset: Double) {
    guard let drag, let picture else { return }
    if drag.isPanning { return pan(by: offset, from: drag.window) }
    // A click also moves the pointer a little. Such a short movement must not select days.
    guard abs(offset) > 8 else { return }
    let geometry = picture.geometry
    send(.marked(DaySpan(first: geometry.day(at: drag.start), last: geometry.day(at: drag.start + offset))))
  }

  private func dropped(_ offset: Double) {
    guard let drag else { return }
    self.drag = nil
    if let offered, picture?.geometry.isOnAxis(drag.start) == true, abs(offset) <= 8 {
      picture?.geometry.rate(at: offered).map(alert)
      return area.redrawOverlay()
    }
    if !drag.isPanning, abs(offset) <= 8, state?.marks != nil { send(.marked(nil)) }
    area.redrawOverlay()
  }

  private func openMenu(_ x: Double, _ y: Double) {
    guard let rate = picture?.geometry.rate(at: y) else { return }
    let target = rate.text(places: rate.terminatingPlaces ?? 0)
    area.popUp(ChartMenu.alert(at: words.exactText(rate), target: target), place: (x, y))
  }

  private func panned(_ x: Double) {
    guard let picture else { return }
    guard let fingers else { return fingers = (x, picture.geometry.window) }
    pan(by: x - fingers.start, from: fingers.window)
  }

  private func pan(by offset: Double, from window: DaySpan) {
    guard let picture, let now = state?.window else { return }
    let days = window.first + picture.geometry.days(across: -offset) - now.first
    if days != 0 { send(.panned(days: days)) }
  }

  private func pressed(_ key: KeyPress) -> Bool {
    let page = max((state?.window.length ?? 0) / 10, 1)
    let event: ChartEvent? =
      switch (key.name, key.hasControl) {
      case ("Left", false): .cursorMoved(.previous)
      case ("Right", false): .cursorMoved(.next)
      case ("Left", true): .panned(days: -page)
      case ("Right", true): .panned(days: page)
      case ("Page_Up", false): .cursorMoved(.back)
      case ("Page_Down", false): .cursorMoved(.forward)
      case ("Home", _): .cursorMoved(.first)
      case ("End", _): .cursorMoved(.last)
      case ("plus", false), ("KP_Add", false), ("equal", false): .zoomed(permille: 800, around: nil)
      case ("minus", false), ("KP_Subtract", false): .zoomed(permille: 1250, around: nil)
      case ("0", false): .reset
      case ("Return", _), ("KP_Enter", _): state?.marks == nil ? nil : .zoomedToMarks
      case ("BackSpace", _): state?.past.isEmpty == false ? .wentBack : nil
      case ("space", _): markedByKey
      case ("Escape", _) where state?.marks != nil: .marked(nil)
      case ("Escape", _): state?.cursor == nil ? nil : .cursorPlaced(nil)
      default: nil
      }
    guard let event else { return false }
    if case .cursorMoved = event { isPointed = false }
    send(event)
    return true
  }

  private var markedByKey: ChartEvent? {
    guard let cursor = state?.cursor else { return nil }
    guard let start = markStart else {
      markStart = cursor
      return .marked(nil)
    }
    markStart = nil
    return .marked(DaySpan(first: start, last: cursor))
  }
}
