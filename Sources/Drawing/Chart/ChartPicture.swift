// SPDX-License-Identifier: GPL-3.0-or-later

public import KursDrawing
public import KursModel
public import KursWorkflow

public struct ChartPicture {
  public let geometry: ChartGeometry
  let state: ChartState
  let theme: ChartTheme
  let text: ChartText
  let metrics: TextMetrics

  public init(
    _ state: ChartState, size: Size, theme: ChartTheme, text: ChartText, metrics: TextMetrics = .estimated
  ) {
    self.state = state
    self.theme = theme
    self.text = text
    self.metrics = metrics
    geometry = ChartGeometry(state, size: size, theme: theme, text: text, metrics: metrics)
  }

  /// Draws everything except the cross-hair. `isOpaque`: whether to paint the background, which a window paints itself.
  public func list(isOpaque: Bool) -> DisplayList {
    var list = DisplayList(size: geometry.size)
    if isOpaque {
      list.items.append(
        .rectangle(
          Rect(x: 0, y: 0, width: geometry.size.width, height: geometry.size.height), theme.background))
    }
    guard geometry.lines.contains(where: { !$0.visible.isEmpty }) else {
      let middle = Point(geometry.size.width / 2, geometry.size.height / 2)
      list.items.append(
        .text(
          TextLabel(text.nothing, at: middle, anchor: .middle, size: theme.fontSize, colour: theme.dimText)))
      return list
    }
    // A label is omitted if it would touch an earlier label.
    var taken = geometry.legend.map(\.frame)
    let tags = lastTags(&taken)
    let marks = endMarks(&taken) + lawMarks(&taken) + gapLabels(&taken) + extremeMarks(&taken) + pegNote(&taken)
    list.items += axes(&taken) + gaps() + legendItems()
    list.items.append(
      .clip(Rect(x: 0, y: geometry.plot.y - 6, width: geometry.plot.maxX, height: geometry.plot.height + 12)))
    list.items += meanLine() + averageLines()
    for (index, line) in geometry.lines.enumerated().reversed() { list.items += strokes(of: line, index) }
    list.items.append(.unclip)
    list.items += marks + tags
    return list
  }

  private func legendItems() -> [DrawingItem] {
    geometry.legend.flatMap { entry -> [DrawingItem] in
      let y = entry.label.place.y
      let ends = (Point(entry.frame.x, y), Point(entry.frame.x + LegendEntry.sample, y))
      return [.line(ends.0, ends.1, entry.stroke), .text(entry.label)]
    }
  }
}

extension ChartPicture {
  private func strokes(of line: PlottedLine, _ number: Int) -> [DrawingItem] {
    let stroke = theme.stroke(of: number)
    return line.drawn.flatMap { run -> [DrawingItem] in
      var items: [DrawingItem] = []
      let observed = run.lowerBound..<min(run.upperBound, max(run.lowerBound, line.line.lawStart))
      // The legal part starts at the last observed point, so that both parts of the line meet.
      let legal = min(max(run.lowerBound, line.line.lawStart - 1), run.upperBound)..<run.upperBound
      let hasArea = number == 0 && geometry.lines.count == 1
      // There may be thousands of points, so they are calculated only if no bars replace them.
      let points = isDense(observed) && !hasArea ? [] : points(of: line, observed) { line.line.units[$0] }
      if hasArea, points.count > 1 { items.append(area(under: points, stroke)) }
      if points.count == 1 { items.append(.circle(points[0], radius: theme.lineWidth, stroke.colour)) }
      if isDense(observed) {
        items.append(.bars(dashed(bars(of: line, observed, width: stroke.width), stroke.dash), stroke.colour))
      } else if points.count > 1 {
        items.append(.polyline(points, stroke))
      }
      if line.line.lawStart < run.upperBound, legal.count > 1 {
        let fixed = self.points(of: line, legal) { line.line.units[$0] }
        items.append(.polyline(fixed, Stroke(stroke.colour, width: stroke.width, dash: [1.5, 3])))
      }
      return items
    }
  }

  func points(of line: PlottedLine, _ range: Range<Int>, value: (Int) -> Int64) -> [Point] {
    let (days, plot) = (line.line.days, geometry.plot)
    let scale = plot.width / Double(max(geometry.window.length, 1))
    let start = geometry.window.first.number
    func x(_ index: Int) -> Double { plot.x + Double(days[index].number - start) * scale }
    return Downsampling.indices(range, column: { Int(x($0).rounded(.down)) }, value: value).map {
      Point(x($0), geometry.y(of: Double(value($0)) * line.factor))
    }
  }

  private func area(under points: [Point], _ stroke: Stroke) -> DrawingItem {
    let floor = geometry.plot.maxY
    let corners = [Point(points[points.count - 1].x, floor), Point(points[0].x, floor)]
    return .polygon(points + corners, stroke.colour.opacity(0.09))
  }

  private func averageLines() -> [DrawingItem] {
    guard let line = geometry.lines.first else { return [] }
    return state.options.averages.sorted().flatMap { span in
      line.drawn.compactMap { drawn -> DrawingItem? in
        guard let run = line.line.runs.first(where: { $0.contains(drawn.lowerBound) }) else { return nil }
        let first = max(drawn.lowerBound, run.lowerBound + span - 1)
        guard first + 1 < drawn.upperBound else { return nil }
        let points = points(of: line, first..<drawn.upperBound) {
          line.line.average(span, at: $0, in: run) ?? 0
        }
        return .polyline(points, LegendEntry.averageStroke(span, theme))
      }
    }
  }
}

extension ChartPicture {
  public func alerts(_ rates: [Rational]) -> DisplayList {
    var list = DisplayList(size: geometry.size)
    for rate in rates { list.items += level(rate, isBold: false) }
    return list
  }

  public func alertOffer(at y: Double) -> DisplayList {
    DisplayList(size: geometry.size, items: geometry.rate(at: y).map { level($0, isBold: true) } ?? [])
  }

  private func level(_ rate: Rational, isBold: Bool) -> [DrawingItem] {
    guard let line = geometry.lines.first, geometry.lines.count == 1, line.reference == nil,
      let units = rate.units(places: 12)
    else { return [] }
    let (plot, y) = (geometry.plot, geometry.y(of: Double(units) / 1e12))
    guard y >= plot.y, y <= plot.maxY else { return [] }
    let colour = theme.series[1]
    let stroke = Stroke(colour, width: isBold ? 2 : 1, dash: [6, 4])
    let caption = text.number(rate, rate.terminatingPlaces ?? line.line.shownPlaces)
    return [.line(Point(plot.x, y), Point(plot.maxX, y), stroke)]
      + badge(caption, at: Point(plot.maxX + 9, y), .left, on: colour)
  }
}

extension ChartPicture {
  public func crossHair(on day: Day, hasReading: Bool = true) -> DisplayList {
    var list = DisplayList(size: geometry.size)
    guard geometry.window.contains(day), let reading = state.reading(on: day) else { return list }
    let (plot, x) = (geometry.plot, geometry.x(of: day))
    let values = geometry.lines.enumerated().compactMap {
      number, line -> (number: Int, place: Point, caption: String)? in
      guard reading.values.contains(where: { $0.currency == line.line.currency }),
        let index = line.line.last(onOrBefore: day)
      else { return nil }
      return (number, Point(x, geometry.y(of: line.value(index))), ChartGeometry.tag(line, index, text))
    }
    guard let first = values.first else { return list }
    let stroke = Stroke(theme.text, width: 1)
    list.items.append(.line(Point(x, plot.y), Point(x, plot.maxY), stroke))
    list.items.append(.line(Point(plot.x, first.place.y), Point(plot.maxX, first.place.y), stroke))
    for value in values {
      list.items.append(.circle(value.place, radius: 5.5, theme.background))
      list.items += marker(value.number, at: value.place, theme.series[value.number % theme.series.count])
    }
    list.items += badge(first.caption, at: Point(plot.maxX + 9, first.place.y), .left)
    list.items += badge(text.date(day), at: Point(x, plot.maxY + theme.fontSize), .middle)
    // If days are selected, a second box shows the difference between these days.
    if hasReading { list.items += panel(lines(of: reading), beside: first.place) }
    return list
  }

  public func marks(_ days: DaySpan, _ differences: [ChartStatistics?]) -> DisplayList {
    let (plot, colour) = (geometry.plot, theme.series[0])
    let left = max(geometry.x(of: days.first), plot.x)
    let right = min(geometry.x(of: days.last), plot.maxX)
    var list = DisplayList(size: geometry.size)
    guard right > left else { return list }
    list.items.append(
      .rectangle(Rect(x: left, y: plot.y, width: right - left, height: plot.height), colour.opacity(0.15)))
    for day in [days.first, days.last] where geometry.window.contains(day) {
      let x = geometry.x(of: day)
      list.items.append(.line(Point(x, plot.y), Point(x, plot.maxY), Stroke(colour, width: 1.5)))
      for (number, line) in geometry.lines.enumerated() {
        guard let index = line.line.last(onOrBefore: day), line.visible.contains(index) else { continue }
        let place = Point(x, geometry.y(of: line.value(index)))
        list.items.append(.circle(place, radius: 4, theme.series[number % theme.series.count]))
      }
    }
    let changes = zip(geometry.lines, differences).compactMap { line, figures -> String? in
      guard let change = figures?.change else { return nil }
      return (geometry.lines.count > 1 ? "\(line.line.currency.code) " : "") + text.change(change)
    }
    let middle = Point((left + right) / 2, plot.y + theme.fontSize)
    for (index, change) in changes.enumerated() {
      let y = middle.y + Double(index) * theme.fontSize * 1.8
      list.items += badge(change, at: Point(middle.x, y), .middle)
    }
    return list
  }

  private func lines(of reading: ChartReading) -> [String] {
    [text.date(reading.day)]
      + zip(geometry.lines, reading.values).compactMap { _, value in
        guard let line = geometry.lines.first(where: { $0.line.currency == value.currency }) else { return nil }
        let rate = "\(text.number(value.rate, line.line.shownPlaces)) \(value.currency.code)"
        return value.change.map { "\(rate) \(text.change($0))" } ?? rate
      }
  }

  func badge(
    _ caption: String, at place: Point, _ anchor: TextLabel.Anchor, on ground: Colour? = nil
  ) -> [DrawingItem] {
    var label = TextLabel(
      caption, at: place, anchor: anchor, size: theme.fontSize, isBold: true, colour: theme.background)
    let frame = label.frame(metrics).grown(by: 3)
    label.place.x += max(1 - frame.x, 0) + min(geometry.size.width - 1 - frame.maxX, 0)
    return [.rectangle(label.frame(metrics).grown(by: 3), ground ?? theme.text), .text(label)]
  }

  private func panel(_ lines: [String], beside place: Point) -> [DrawingItem] {
    let (plot, step) = (geometry.plot, theme.fontSize * 1.45)
    let width = lines.map { metrics.width($0, theme.fontSize, false) }.max().map { $0 * 1.08 + 14 } ?? 0
    let height = step * Double(lines.count) + 8
    let left = place.x + 12 + width <= plot.maxX ? place.x + 12 : max(place.x - 12 - width, 2)
    let above = place.y - height - 8
    let top = above >= 2 ? above : min(place.y + 12, geometry.size.height - height - 2)
    let ground = Rect(x: left, y: top, width: width, height: height)
    return [.rectangle(ground.grown(by: 1), theme.grid), .rectangle(ground, theme.background)]
      + lines.enumerated().map { index, line in
        .text(
          TextLabel(
            line, at: Point(left + 7, top + 4 + step * (Double(index) + 0.5)), size: theme.fontSize,
            isBold: index == 0, colour: theme.text))
      }
  }
}

// A line with more points than pixel columns is drawn as one bar per column. A stroke would be unclear and slow.

extension ChartPicture {
  func isDense(_ range: Range<Int>) -> Bool {
    Double(range.count) > geometry.plot.width
  }

  func dashed(_ bars: [Rect], _ dash: [Double]) -> [Rect] {
    guard !dash.isEmpty else { return bars }
    let length = dash.reduce(0, +)
    return bars.filter { bar in
      var place = (bar.x - geometry.plot.x).truncatingRemainder(dividingBy: length)
      for (number, part) in dash.enumerated() {
        if place < part { return number.isMultiple(of: 2) }
        place -= part
      }
      return true
    }
  }

  func bars(of line: PlottedLine, _ range: Range<Int>, width: Double) -> [Rect] {
    let (days, units, plot) = (line.line.days, line.line.units, geometry.plot)
    let start = geometry.window.first.number
    let scale = plot.width / Double(max(geometry.window.length, 1))
    func column(_ index: Int) -> Double { (plot.x + Double(days[index].number - start) * scale).rounded(.down) }
    var bars: [Rect] = []
    var (index, last) = (range.lowerBound, units[range.lowerBound])
    while index < range.upperBound {
      let x = column(index)
      var (low, high) = (min(last, units[index]), max(last, units[index]))
      while index < range.upperBound, column(index) == x {
        (low, high, last) = (min(low, units[index]), max(high, units[index]), units[index])
        index += 1
      }
      let next = index < range.upperBound ? column(index) : x + 1
      let (top, bottom) = (geometry.y(of: line.value(of: high)), geometry.y(of: line.value(of: low)))
      bars.append(Rect(x: x, y: top - width / 2, width: 1, height: bottom - top + width))
      // A pixel column without an observation gets a bar at the height where the line leaves the previous column.
      if next - x > 1 {
        let y = geometry.y(of: line.value(of: last))
        bars.append(Rect(x: x + 1, y: y - width / 2, width: next - x - 1, height: width))
      }
    }
    return bars
  }
}

// The following functions draw periods without published rates: gaps, redenominations and legal rates.

extension ChartPicture {
  /// Shades gaps, so that they don't look like days on which the rate stayed the same.
  func gaps() -> [DrawingItem] {
    gapFrames.map { .rectangle($0.frame, theme.text.opacity(0.05)) }
  }

  func gapLabels(_ taken: inout [Rect]) -> [DrawingItem] {
    gapFrames.flatMap { gap -> [DrawingItem] in
      let place = Point(gap.frame.x + gap.frame.width / 2, gap.frame.y + gap.frame.height / 2)
      let caption = text.gap(gap.days)
      for rows in [[caption], halves(of: caption), [text.shortGap]] {
        let labels = rows.enumerated().map { number, row in
          TextLabel(
            row, at: Point(place.x, place.y + Double(number) * theme.fontSize * 1.4), anchor: .middle,
            size: theme.fontSize - 1, colour: theme.text)
        }
        guard labels.allSatisfy({ $0.frame(metrics).width < gap.frame.width - 4 }) else { continue }
        return labels.flatMap { placed($0, &taken) }
      }
      return []
    }
  }

  private func halves(of caption: String) -> [String] {
    let words = caption.split(separator: " ")
    let half = caption.count / 2
    let first = words.indices.first { words[...$0].reduce(0) { $0 + $1.count + 1 } > half } ?? 0
    return [words[...first], words[(first + 1)...]].map { $0.joined(separator: " ") }
  }

  private var gapFrames: [(frame: Rect, days: DaySpan)] {
    guard geometry.lines.count == 1 else { return [] }
    let line = geometry.lines[0].line
    return zip(line.runs, line.runs.dropFirst()).compactMap { before, after in
      let days = DaySpan(first: line.days[before.upperBound - 1] + 1, last: line.days[after.lowerBound] - 1)
      let left = max(geometry.x(of: days.first - 1), geometry.plot.x)
      let right = min(geometry.x(of: days.last + 1), geometry.plot.maxX)
      guard right > left else { return nil }
      return (Rect(x: left, y: geometry.plot.y, width: right - left, height: geometry.plot.height), days)
    }
  }

  func lawMarks(_ taken: inout [Rect]) -> [DrawingItem] {
    geometry.lines.enumerated().flatMap { number, line -> [DrawingItem] in
      let colour = theme.series[number % theme.series.count]
      var items: [DrawingItem] = []
      for law in line.line.laws where geometry.window.contains(law.from) {
        let x = geometry.x(of: law.from)
        let mark = Point(x, geometry.plot.y)
        items.append(.line(mark, Point(x, geometry.plot.maxY), Stroke(colour, dash: [2, 2])))
        items += placedFirst(labels(text.redenominated(law), at: x), &taken)
      }
      return items + staleReason(line, &taken)
    }
  }

  private func staleReason(_ line: PlottedLine, _ taken: inout [Rect]) -> [DrawingItem] {
    let first = max(line.visible.lowerBound, line.line.lawStart)
    guard first < line.visible.upperBound else { return [] }
    let place = Point(geometry.x(of: line.line.days[first]), geometry.y(of: line.value(first)))
    let caption = line.line.end == nil ? line.line.peg.map(text.pegged) ?? text.byLaw : text.byLaw
    return placedFirst(
      [-1.0, 1, -2.5, 2.5].map { side in
        TextLabel(
          caption, at: Point(place.x + 6, place.y + side * theme.fontSize), size: theme.fontSize - 1,
          colour: theme.text)
      }.filter { $0.frame(metrics).maxX < geometry.plot.maxX }, &taken)
  }

  func pegNote(_ taken: inout [Rect]) -> [DrawingItem] {
    guard geometry.lines.count == 1, let line = geometry.lines.first, let peg = line.line.peg, line.line.end == nil,
      let first = line.visible.first, line.line.lawStart >= line.visible.upperBound
    else { return [] }
    let (plot, height, caption) = (geometry.plot, geometry.y(of: line.value(first)), text.pegged(peg))
    let heights =
      line.moves
      ? [plot.y + theme.fontSize, plot.maxY - theme.fontSize]
      : [height - theme.fontSize, height + theme.fontSize]
    let places = heights.flatMap { y in [Point(plot.x + 6, y), Point(plot.maxX - 6, y)] }
    return placedFirst(
      places.map { place in
        TextLabel(
          caption, at: place, anchor: place.x < plot.x + 7 ? .left : .right, size: theme.fontSize - 1,
          colour: theme.text)
      }, &taken)
  }

  func labels(_ caption: String, at x: Double) -> [TextLabel] {
    let plot = geometry.plot
    let room = metrics.width(caption, theme.fontSize - 1, false) + 6
    return [plot.y + theme.fontSize, plot.maxY - theme.fontSize, plot.y + theme.fontSize * 3].flatMap { y in
      [TextLabel.Anchor.right, .left].compactMap { anchor -> TextLabel? in
        guard anchor == .right ? x - room > plot.x : x + room < plot.maxX else { return nil }
        return TextLabel(
          caption, at: Point(anchor == .right ? x - 6 : x + 6, y), anchor: anchor, size: theme.fontSize - 1,
          colour: theme.text)
      }
    }
  }
}

extension ChartPicture {
  func axes(_ taken: inout [Rect]) -> [DrawingItem] {
    var items: [DrawingItem] = []
    let plot = geometry.plot
    for tick in geometry.axis.ticks {
      let y = geometry.y(of: tick.value).rounded() + 0.5
      items.append(.line(Point(plot.x, y), Point(plot.maxX, y), Stroke(theme.grid)))
      // An axis label moves by at most its height to avoid a badge. Otherwise part of the axis would have no number.
      let labels = [0, -0.4, 0.4, -0.8, 0.8, -1.1, 1.1].map { part in
        TextLabel(
          geometry.label(of: tick, text), at: Point(plot.maxX + 9, y + part * theme.fontSize), size: theme.fontSize,
          colour: theme.dimText)
      }
      items += placedFirst(labels, &taken)
    }
    let bottom = plot.maxY + theme.fontSize
    for tick in geometry.days {
      let x = geometry.x(of: tick.day).rounded() + 0.5
      items.append(.line(Point(x, plot.y), Point(x, plot.maxY), Stroke(theme.grid)))
      items += placed(
        TextLabel(
          text.label(tick.label), at: Point(x, bottom), anchor: .middle, size: theme.fontSize,
          colour: theme.dimText),
        &taken)
    }
    items.append(
      .line(Point(plot.x, plot.maxY + 0.5), Point(plot.maxX, plot.maxY + 0.5), Stroke(theme.dimText)))
    return items
  }

  func extremeMarks(_ taken: inout [Rect]) -> [DrawingItem] {
    var items: [DrawingItem] = []
    for (number, line) in geometry.lines.enumerated() {
      guard line.moves, let extremes = line.extremes else { continue }
      for (index, isHigh) in [(extremes.high, true), (extremes.low, false)] {
        let place = Point(geometry.x(of: line.line.days[index]), geometry.y(of: line.value(index)))
        items.append(.circle(place, radius: 3, theme.series[number % theme.series.count]))
        let labels = extremeLabels(ChartGeometry.tag(line, index, text), at: place, isHigh, number)
        items += placedFirst(labels, &taken, hasGround: geometry.lines.count > 1)
      }
    }
    return items + (geometry.lines.first.map { meanLabel(of: $0, &taken) } ?? [])
  }

  /// Returns the possible positions of a label around the highest or lowest point, within the plot.
  private func extremeLabels(_ caption: String, at place: Point, _ isHigh: Bool, _ number: Int) -> [TextLabel] {
    let plot = geometry.plot
    let half = metrics.width(caption, theme.fontSize - 1, true) / 2
    let x = min(max(place.x, plot.x + half), plot.maxX - half)
    let high = max(place.y - theme.fontSize, theme.fontSize * 0.65)
    let y = isHigh ? high : min(place.y + theme.fontSize, plot.maxY - theme.fontSize * 0.65)
    let colour = geometry.lines.count > 1 ? theme.series[number % theme.series.count] : theme.text
    let beside = [half + 8, half + 18].flatMap { side in
      [0, theme.fontSize * (isHigh ? 1.4 : -1.4)].flatMap { [(place.x - side, y + $0), (place.x + side, y + $0)] }
    }
    let labels = ([(x, y)] + beside).filter { $0.0 >= plot.x + half && $0.0 <= plot.maxX - half }.map {
      TextLabel(
        caption, at: Point($0.0, $0.1), anchor: .middle, size: theme.fontSize - 1, isBold: true, colour: colour)
    }
    let point = Rect(x: place.x, y: place.y, width: 0.1, height: 0.1).grown(by: 3)
    let free = labels.filter { !$0.frame(metrics).overlaps(point) }
    return free.isEmpty ? labels : free
  }

  func endMarks(_ taken: inout [Rect]) -> [DrawingItem] {
    geometry.lines.enumerated().flatMap { number, line -> [DrawingItem] in
      guard let end = line.line.end, line.line.lawStart > 0 else { return [] }
      let last = line.line.lawStart - 1
      guard geometry.window.contains(line.line.days[last]) else { return [] }
      let place = Point(geometry.x(of: line.line.days[last]), geometry.y(of: line.value(last)))
      let colour = theme.series[number % theme.series.count]
      var items: [DrawingItem] = [
        .line(
          Point(place.x, geometry.plot.y), Point(place.x, geometry.plot.maxY), Stroke(colour, dash: [2, 2])),
        .rectangle(Rect(x: place.x - 3, y: place.y - 3, width: 6, height: 6), colour),
      ]
      items += placedFirst(labels(text.ended(end), at: place.x), &taken)
      return items
    }
  }

  /// Returns the first of the alternative labels that touches no rectangle of `taken`. `hasGround`: whether to paint a
  /// background behind it.
  func placedFirst(_ labels: [TextLabel], _ taken: inout [Rect], hasGround: Bool = false) -> [DrawingItem] {
    for label in labels {
      let items = placed(label, &taken)
      if items.isEmpty { continue }
      return hasGround ? [.rectangle(label.frame(metrics), theme.background.opacity(0.8))] + items : items
    }
    return []
  }

  func lastTags(_ taken: inout [Rect]) -> [DrawingItem] {
    let ends = geometry.lines.enumerated().compactMap { number, line -> (number: Int, label: TextLabel, y: Double)? in
      guard let last = line.visible.last else { return nil }
      let y = geometry.y(of: line.value(last))
      let label = TextLabel(
        ChartGeometry.lastTag(line, last, of: geometry.lines, text), at: Point(geometry.plot.maxX + 9, y),
        size: theme.fontSize, isBold: true, colour: theme.background)
      return (number, label, y)
    }.sorted { ($0.y, $0.number) < ($1.y, $1.number) }
    let height = (ends.first.map { $0.label.frame(metrics).height } ?? 0) + 6
    let room = height / 2...max(geometry.size.height - height / 2, height)
    let middles = Spreading.apart(ends.map(\.y), by: height, in: room)
    var items: [DrawingItem] = []
    for (end, middle) in zip(ends, middles) {
      let colour = theme.series[end.number % theme.series.count]
      let line = geometry.lines[end.number]
      let point = Point(line.visible.last.map { geometry.x(of: line.line.days[$0]) } ?? 0, end.y)
      items += marker(end.number, at: point, colour)
      var label = end.label
      label.place.y = middle
      let frame = label.frame(metrics).grown(by: 2.5)
      taken.append(frame)
      items += [.rectangle(frame, colour), .text(label)]
    }
    return items
  }

  func marker(_ number: Int, at place: Point, _ colour: Colour) -> [DrawingItem] {
    let r = 3.5
    func corners(_ offsets: [(Double, Double)]) -> DrawingItem {
      .polygon(offsets.map { Point(place.x + $0.0 * r, place.y + $0.1 * r) }, colour)
    }
    switch number % 4 {
    case 0: return [.circle(place, radius: r, colour)]
    case 1: return [.rectangle(Rect(x: place.x - r, y: place.y - r, width: 2 * r, height: 2 * r), colour)]
    case 2: return [corners([(0, -1.2), (1.2, 1), (-1.2, 1)])]
    default: return [corners([(0, -1.4), (1.4, 0), (0, 1.4), (-1.4, 0)])]
    }
  }

  func placed(_ label: TextLabel, _ taken: inout [Rect]) -> [DrawingItem] {
    let frame = label.frame(metrics)
    guard !taken.contains(where: frame.overlaps) else { return [] }
    taken.append(frame)
    return [.text(label)]
  }
}

extension ChartPicture {
  func meanLine() -> [DrawingItem] {
    guard geometry.lines.count == 1, let line = geometry.lines.first, line.moves else { return [] }
    let mean = line.line.mean(of: line.visible)
    guard let units = mean.units(places: line.line.places) else { return [] }
    let y = geometry.y(of: Double(units) * line.factor).rounded() + 0.5
    return [
      .line(Point(geometry.plot.x, y), Point(geometry.plot.maxX, y), Stroke(theme.dimText, dash: [3, 4]))
    ]
  }

  func meanLabel(of line: PlottedLine, _ taken: inout [Rect]) -> [DrawingItem] {
    guard geometry.lines.count == 1, line.moves else { return [] }
    let mean = line.line.mean(of: line.visible)
    guard let units = mean.units(places: line.line.places) else { return [] }
    let plot = geometry.plot
    let y = geometry.y(of: Double(units) * line.factor)
    let caption = "\(text.mean) \(text.number(mean, line.line.shownPlaces))"
    let labels = [-0.8, 0.8].flatMap { side -> [TextLabel] in
      let width = metrics.width(caption, theme.fontSize - 1, false)
      // Tries the left and the right end of the plot first, then the positions between these ends.
      return [0, 1, 0.5, 0.25, 0.75, 0.125, 0.375, 0.625, 0.875].map { part in
        TextLabel(
          caption, at: Point(plot.x + 4 + part * max(plot.width - 8 - width, 0), y + side * theme.fontSize),
          size: theme.fontSize - 1, colour: theme.dimText)
      }
    }
    let free = labels.filter { label in
      let frame = label.frame(metrics)
      return frame.y > plot.y && frame.y + frame.height < plot.maxY && !taken.contains(where: frame.overlaps)
    }
    let curve = line.drawn.map { points(of: line, $0) { line.line.units[$0] } }
    let covered = free.map { crossings($0.frame(metrics), curve) }
    guard let least = covered.min(), let label = covered.firstIndex(of: least).map({ free[$0] }) else { return [] }
    taken.append(label.frame(metrics))
    return [.rectangle(label.frame(metrics), theme.background), .text(label)]
  }

  private func crossings(_ frame: Rect, _ curve: [[Point]]) -> Int {
    curve.reduce(0) { count, run in
      count + zip(run, run.dropFirst()).count { a, b in
        let box = Rect(x: min(a.x, b.x), y: min(a.y, b.y), width: abs(a.x - b.x) + 0.1, height: abs(a.y - b.y) + 0.1)
        return box.overlaps(frame)
      }
    }
  }
}
