// SPDX-License-Identifier: GPL-3.0-or-later
import KursChart
import KursDrawing
import KursGtk
import KursModel
import KursWorkflow

/// The picture in the window, and the hand on it.
@MainActor
final class ChartArea {
  /// What of a state the picture depends on; the cross-hair lies on top and is not of it.
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
  private var drag: (start: Double, offset: Double, window: DaySpan, isPanning: Bool)?
  private var pinched = 1.0
  private var pointer: Double?

  init(_ area: DrawingArea, _ words: Words, send: @escaping @MainActor @Sendable (ChartEvent) -> Void) {
    self.area = area
    self.words = words
    self.send = send
    area.onDraw(
      picture: { [weak self] size in self?.draw(size) }, overlay: { [weak self] _ in self?.overlay ?? [] })
    connect()
    watch = Appearance.onChange { [weak self] in self?.area.redraw() }
  }

  func render(_ state: ChartState) {
    let cursor = self.state?.cursor
    self.state = state
    let ground = Ground(
      revision: state.revision, window: state.window, options: state.options, subject: state.subject)
    if ground != self.ground {
      self.ground = ground
      area.redraw()
    } else if cursor != state.cursor {
      area.redrawOverlay()
    }
  }

  /// The picture at any size, as files and paper have it.
  func list(_ size: Size, theme: ChartTheme) -> DisplayList? {
    state.map {
      ChartPicture($0, size: size, theme: theme, text: words.chart, metrics: .measured).list(isOpaque: true)
    }
  }

  /// The size on screen, or a fair one before there is any.
  var size: Size { area.size.width > 100 ? area.size : Size(800, 450) }

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
    guard let picture else { return [] }
    var lists: [DisplayList] = []
    if let drag, !drag.isPanning {
      lists.append(picture.selection(from: drag.start, to: drag.start + drag.offset))
    }
    if let cursor = state?.cursor { lists.append(picture.crossHair(on: cursor)) }
    return lists
  }
}

extension ChartArea {
  private func connect() {
    area.onPointer { [weak self] x in
      guard let self, let picture, drag == nil else { return }
      pointer = x
      send(.cursorPlaced(x.map { picture.geometry.day(at: $0) }))
    }
    area.onScroll { [weak self] x, y in
      guard let self, let picture else { return }
      if x != 0 {
        // A twentieth of the window for each step of the wheel: days and pixels, not money.
        // Not money: what a wheel turned.
        send(.panned(days: Int(x * Double(picture.geometry.window.length) / 20 + (x > 0 ? 1 : -1))))
      }
      if y != 0 {
        send(.zoomed(permille: y > 0 ? 1250 : 800, around: pointer.map { picture.geometry.day(at: $0) }))
      }
    }
    area.onPinch(began: { [weak self] in self?.pinched = 1 }) { [weak self] scale in
      guard let self, scale > 0 else { return }
      send(.zoomed(permille: Int(1000 * pinched / scale), around: nil))
      pinched = scale
    }
    area.onDrag(
      began: { [weak self] x, hasShift in
        guard let self, let picture else { return }
        area.grabFocus()
        drag = (x, 0, picture.geometry.window, hasShift)
      },
      moved: { [weak self] offset in self?.dragged(offset) },
      ended: { [weak self] offset in self?.dropped(offset) })
    area.onKey { [weak self] key in self?.pressed(key) ?? false }
  }

  private func dragged(_ offset: Double) {
    guard let drag, let picture else { return }
    self.drag?.offset = offset
    guard drag.isPanning else { return area.redrawOverlay() }
    let days = picture.geometry.days(across: -offset)
    send(.windowChosen(DaySpan(first: drag.window.first + days, last: drag.window.last + days)))
  }

  private func dropped(_ offset: Double) {
    guard let drag, let picture else { return }
    self.drag = nil
    area.redrawOverlay()
    // A click that trembled is no range.
    guard !drag.isPanning, abs(offset) > 8 else { return }
    let (first, last) = (picture.geometry.day(at: drag.start), picture.geometry.day(at: drag.start + offset))
    send(.windowChosen(DaySpan(first: first, last: last)))
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
      case ("Escape", _): state?.cursor == nil ? nil : .cursorPlaced(nil)
      default: nil
      }
    guard let event else { return false }
    send(event)
    return true
  }
}
