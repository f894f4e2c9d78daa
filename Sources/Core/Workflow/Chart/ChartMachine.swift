// SPDX-License-Identifier: GPL-3.0-or-later

import KursModel

struct ChartMachine: StateMachine {
  enum Action: Equatable, Sendable {
    case load(ChartSubject)
    case restore(ChartSubject)
    case saveSession
    case loadAverages(AveragePeriod, DaySpan)
  }

  var state: ChartState
  /// Whether the pair's stored options are being read. They are not used if the user chooses options during the read.
  private(set) var isRestoring = false
  private var sources: [ChartSource] = []
  /// The days that the user chose. The history may not cover all of these days yet.
  private var wanted: DaySpan?

  init(state: ChartState) {
    self.state = state
  }

  var session: ChartSession {
    var session = ChartSession(state)
    if session.window != nil, let wanted { session.window = wanted }
    return session
  }

  mutating func send(_ event: ChartEvent) -> [Action] {
    let window = state.window
    let actions = decide(event)
    guard let period = state.averagePeriod, state.window != window else { return actions }
    return actions + [.loadAverages(period, state.window)]
  }

  private mutating func decide(_ event: ChartEvent) -> [Action] {
    switch event {
    case .subjectChosen(let subject): subjectChosen(subject)
    case .rangeChosen(let range): rangeChosen(range)
    case .optionsChosen(let options): optionsChosen(options)
    case .windowChosen(let window): windowChosen(window)
    case .zoomed(let permille, let day): zoomed(permille: permille, around: day)
    case .panned(let days): panned(days: days)
    case .marked(let span): marked(span)
    case .zoomedToMarks: zoomedToMarks()
    case .wentBack: wentBack()
    case .averagesChosen(let period): averagesChosen(period)
    case .reset: reset()
    case .cursorMoved(let step): cursorMoved(step)
    case .cursorPlaced(let day): cursorPlaced(day)
    case .windowResized(let size): windowResized(size)
    }
  }

  mutating func subjectChosen(_ subject: ChartSubject) -> [Action] {
    guard subject != state.subject else { return [] }
    let isSamePair = subject.pair == state.subject.pair
    if !isSamePair { (state.marks, state.past) = (nil, []) }
    // A comparison shows percentages from a common start, because the sizes of the rates differ.
    if subject.counters.count > 1, state.subject.counters.count == 1 { state.options.isRebased = true }
    if subject.counters.count == 1, state.subject.counters.count > 1 { state.options.isRebased = false }
    state.subject = subject
    state.isLoading = true
    isRestoring = isRestoring || !isSamePair
    return isSamePair ? [.saveSession, .load(subject)] : [.restore(subject), .load(subject)]
  }

  mutating func rangeChosen(_ range: ChartRange) -> [Action] {
    state.range = range
    (state.marks, state.past) = (nil, [])
    (isRestoring, wanted) = (false, nil)
    applyRange()
    return [.saveSession]
  }

  mutating func optionsChosen(_ options: ChartOptions) -> [Action] {
    guard options != state.options else { return [] }
    let isReshaped = (options.period, options.reduction) != (state.options.period, state.options.reduction)
    state.options = options
    isRestoring = false
    if isReshaped { makeLines() }
    return [.saveSession]
  }

  mutating func windowChosen(_ window: DaySpan) -> [Action] {
    remember()
    let actions = show(window)
    if !actions.isEmpty { wanted = window }
    return actions
  }

  private mutating func remember() {
    let sight = ChartSight(range: state.range, window: state.window)
    guard state.past.last != sight else { return }
    state.past = (state.past + [sight]).suffix(ChartSight.most)
  }

  private mutating func show(_ window: DaySpan) -> [Action] {
    guard window.length >= DaySpan.shortest else { return [] }
    state.range = nil
    state.window = state.extent.map { window.clamped(to: $0) } ?? window
    (isRestoring, wanted) = (false, nil)
    return [.saveSession]
  }

  mutating func zoomed(permille: Int, around day: Day?) -> [Action] {
    let anchor = day ?? state.cursor ?? state.window.first + state.window.length / 2
    let old = max(state.window.length, 1)
    var new = old * permille / 1000
    if new == old, permille != 1000 { new += permille < 1000 ? -1 : 1 }
    new = max(new, DaySpan.shortest)
    let first = anchor - (anchor - state.window.first) * new / old
    return moved(to: DaySpan(first: first, last: first + new))
  }

  mutating func panned(days: Int) -> [Action] {
    moved(to: DaySpan(first: state.window.first + days, last: state.window.last + days))
  }

  /// Shows other days. Several zooms or pans in a row count as one step for going back.
  private mutating func moved(to window: DaySpan) -> [Action] {
    guard state.extent != nil else { return [] }
    if state.range != nil { remember() }
    return show(window)
  }

  mutating func reset() -> [Action] {
    state.options.isLogarithmic = false
    return rangeChosen(.year)
  }

  mutating func cursorMoved(_ step: ChartStep) -> [Action] {
    guard let line = state.lines.first, let shown = line.indices(in: state.window).last else { return [] }
    let current = state.cursor.flatMap { line.nearest(to: $0) }
    let target: Int? =
      switch step {
      case .previous: current.map { $0 - 1 } ?? shown
      case .next: current.map { $0 + 1 } ?? shown
      case .back: current.flatMap { line.nearest(to: line.days[$0].adding(months: -1)) } ?? shown
      case .forward: current.flatMap { line.nearest(to: line.days[$0].adding(months: 1)) } ?? shown
      case .first: line.indices(in: state.window).first
      case .last: shown
      }
    guard let target, line.days.indices.contains(target) else { return [] }
    state.cursor = line.days[target]
    return follow(line.days[target])
  }

  mutating func cursorPlaced(_ day: Day?) -> [Action] {
    state.cursor = day.flatMap { day in state.lines.first.flatMap { $0.nearest(to: day).map($0.day) } }
    return []
  }

  mutating func windowResized(_ size: WindowSize) -> [Action] {
    guard size != state.size else { return [] }
    state.size = size
    return [.saveSession]
  }

  private mutating func follow(_ day: Day) -> [Action] {
    if day < state.window.first { return panned(days: day - state.window.first) }
    if day > state.window.last { return panned(days: day - state.window.last) }
    return []
  }

  mutating func restored(_ session: ChartSession?) -> [Action] {
    isRestoring = false
    guard let session else { return [] }
    state.options = session.options
    state.range = session.range
    if let window = session.window { state.window = window }
    wanted = session.window
    return []
  }

  /// Shows the loaded lines. A preset range now ends at the newest day. Days chosen by dragging or zooming stay.
  mutating func seriesLoaded(_ sources: [ChartSource], of subject: ChartSubject) -> [Action] {
    guard subject == state.subject else { return [] }
    self.sources = sources
    state.isLoading = false
    state.failure = nil
    let days = sources.flatMap { [$0.days.first, $0.days.last].compactMap { $0 } }
    state.extent = days.min().flatMap { first in days.max().map { DaySpan(first: first, last: $0) } }
    makeLines()
    if state.range != nil {
      applyRange()
    } else {
      state.extent.map { state.window = (wanted ?? state.window).clamped(to: $0) }
    }
    return state.averagePeriod.map { [.loadAverages($0, state.window)] } ?? []
  }

  mutating func providerFound(_ provider: Provider, for subject: ChartSubject) {
    guard subject == state.subject else { return }
    state.provider = provider
  }

  mutating func seriesFailed(_ failure: RatesFailure, of subject: ChartSubject) -> [Action] {
    guard subject == state.subject else { return [] }
    state.isLoading = false
    state.failure = failure
    sources = []
    state.extent = nil
    makeLines()
    return []
  }

  mutating func ratesUpdated(_ update: RatesUpdate) -> [Action] {
    switch update {
    case .importProgress(let progress) where progress.isComplete && (progress.changed > 0 || state.extent == nil),
      .importProgress(let progress) where state.extent == nil && progress.downTo != nil && !state.isLoading:
      state.isLoading = true
      return [.load(state.subject)]
    case .newest, .orderChanged: return [.load(state.subject)]
    case .importProgress, .failed, .fileRecovered, .damagedSeries: return []
    }
  }

  private mutating func makeLines() {
    let limit = state.provider.carryLimit
    state.lines = sources.map { [options = state.options] in
      ChartLine($0, options: options, carryLimit: limit)
    }
    state.revision += 1
    if let cursor = state.cursor { _ = cursorPlaced(cursor) }
  }

  mutating func applyRange() {
    guard let range = state.range, let extent = state.extent else { return }
    // A preset range ends at the last day of the lines, even if that day was years ago.
    var first = range.first(before: extent.last) ?? extent.first
    // The year to date begins with the last rate of the previous year, which may be older than 31 December.
    if range == .yearToDate {
      let before = state.lines.compactMap { line in line.last(onOrBefore: first).map { line.days[$0] } }
      first = before.filter { first - $0 <= state.provider.carryLimit }.min() ?? first
    }
    state.window = DaySpan(first: max(first, extent.first), last: extent.last)
    if let cursor = state.cursor, !state.window.contains(cursor) { state.cursor = nil }
  }

  mutating func marked(_ span: DaySpan?) -> [Action] {
    state.marks = span.flatMap { span in
      guard let line = state.lines.first, let first = line.nearest(to: span.first),
        let last = line.nearest(to: span.last), first < last
      else { return nil }
      return DaySpan(first: line.days[first], last: line.days[last])
    }
    return []
  }

  mutating func zoomedToMarks() -> [Action] {
    guard let marks = state.marks else { return [] }
    state.marks = nil
    let missing = max(DaySpan.shortest - marks.length, 0)
    return windowChosen(DaySpan(first: marks.first - missing / 2, last: marks.last + (missing + 1) / 2))
  }

  mutating func wentBack() -> [Action] {
    guard let sight = state.past.popLast() else { return [] }
    state.marks = nil
    state.range = sight.range
    state.window = sight.window
    applyRange()
    return [.saveSession]
  }

  mutating func averagesChosen(_ period: AveragePeriod?) -> [Action] {
    state.averagePeriod = period
    state.averages = []
    return period.map { [.loadAverages($0, state.window)] } ?? []
  }

  mutating func averagesLoaded(
    _ lines: [[Average]], of period: AveragePeriod, in span: DaySpan, for subject: ChartSubject
  ) -> [Action] {
    guard period == state.averagePeriod, span == state.window, subject == state.subject else { return [] }
    state.averages = lines
    state.revision += 1
    return []
  }
}

extension ChartLine {
  fileprivate func day(_ index: Int) -> Day { days[index] }
}
