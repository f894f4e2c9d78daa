// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import Testing
import TestSupport

@testable import KursChart
@testable import KursWorkflow

@Test("downsampling keeps the first, lowest, highest and last point per column", arguments: 1...40)
func downsamplingKeepsTheFirstLowestHighestAndLastPointPerColumn(seed: Int) {
  var dice = SplitMix64(seed: UInt64(seed))
  let count = Int.random(in: 1...4000, using: &dice)
  let values = (0..<count).map { _ in Int64.random(in: -1_000_000...1_000_000, using: &dice) }
  var column = 0
  let columns = (0..<count).map { _ in
    column += Int.random(in: 0...12, using: &dice) == 0 ? Int.random(in: 1...3, using: &dice) : 0
    return column
  }
  let kept = Downsampling.indices(0..<count, column: { columns[$0] }, value: { values[$0] })
  #expect(kept == Array(Set(kept)).sorted())
  for (number, members) in Dictionary(grouping: 0..<count, by: { columns[$0] }) {
    let here = kept.filter { columns[$0] == number }
    #expect(here.count <= 4)
    #expect(here.first == members.first && here.last == members.last)
    #expect(here.map { values[$0] }.min() == members.map { values[$0] }.min())
    #expect(here.map { values[$0] }.max() == members.map { values[$0] }.max())
  }
}

@Test("the chart shows the lowest and highest value of the range", arguments: 1...12, [200.0, 360, 801.5, 2560])
func theChartShowsTheLowestAndHighestValueOfTheRange(seed: Int, width: Double) throws {
  let state = chart([walk(UInt64(seed))])
  let picture = ChartPicture(state, size: Size(width, 400), theme: .light, text: .plain)
  let figures = try #require(state.statistics[0])
  let items = picture.list(isOpaque: false).items
  let drawn = items.flatMap { item -> [Point] in if case .polyline(let points, _) = item { points } else { [] } }
  let bars = items.flatMap { item -> [Rect] in if case .bars(let bars, _) = item { bars } else { [] } }
  // A bar extends half a line width above and below the points of its column.
  let half = ChartTheme.light.lineWidth / 2
  for point in [figures.minimum, figures.maximum, figures.first, figures.last] {
    let units = try #require(point.rate.units(places: 4))
    let place = Point(picture.geometry.x(of: point.day), picture.geometry.y(of: Double(units) / 10_000))
    let isBarred = bars.contains { bar in
      bar.x <= place.x && place.x < bar.maxX && bar.y < place.y - half + 1e-6 && place.y + half - 1e-6 < bar.maxY
    }
    #expect(isBarred || drawn.contains { abs($0.x - place.x) < 1e-6 && abs($0.y - place.y) < 1e-6 }, "\(point)")
  }
}

@Test("a chart line ends at a gap and continues after the gap") func aChartLineEndsAtAGapAndContinuesAfterTheGap() {
  var source = walk(5, count: 400)
  source.days.removeSubrange(100..<200)
  source.rates.removeSubrange(100..<200)
  let picture = ChartPicture(chart([source]), size: Size(800, 400), theme: .light, text: .plain)
  let (left, right) = (picture.geometry.x(of: source.days[99]), picture.geometry.x(of: source.days[100]))
  let strokes = picture.list(isOpaque: false).items.compactMap { item -> [Point]? in
    if case .polyline(let points, _) = item { points } else { nil }
  }
  #expect(strokes.count == 2)
  #expect(
    strokes.allSatisfy { points in points.allSatisfy { $0.x <= left } || points.allSatisfy { $0.x >= right } }
  )
}

/// Each column of pixels has one bar. The bars touch each other.
@Test("a dense line is drawn as one bar per pixel column", arguments: 1...6)
func aDenseLineIsDrawnAsOneBarPerPixelColumn(seed: Int) throws {
  let picture = ChartPicture(chart([walk(UInt64(seed))]), size: Size(500, 400), theme: .light, text: .plain)
  let bars = try #require(
    picture.list(isOpaque: false).items.lazy.compactMap { if case .bars(let bars, _) = $0 { bars } else { nil } }.first)
  #expect(bars.allSatisfy { $0.x == $0.x.rounded() && $0.width == 1 })
  #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.maxX == $1.x })
  // Neighbouring bars touch or overlap vertically, so the line has no gap.
  #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.y <= $1.maxY && $1.y <= $0.maxY })
}

@Test("overlapping chart labels are moved apart", arguments: [
  ([10.0, 10], [5.0, 15]), ([10, 30], [10, 30]), ([0, 1, 2], [5, 15, 25]), ([95, 96], [80, 90]),
  ([50, 52, 90], [46, 56, 90]),
])
func overlappingChartLabelsAreMovedApart(wanted: [Double], places: [Double]) {
  #expect(Spreading.apart(wanted, by: 10, in: 5...90) == places)
}

@Test("the label of each line shows its last value", arguments: 1...8, [360.0, 820])
func theLabelOfEachLineShowsItsLastValue(seed: Int, width: Double) throws {
  let sources = (0..<4).map { walk(UInt64(seed * 10 + $0), start: 11_000) }
  let state = chart(sources, .month) { $0.isRebased = true }
  let picture = ChartPicture(state, size: Size(width, 400), theme: .light, text: .plain)
  let labels = picture.list(isOpaque: false).labels.filter { $0.place.x > picture.geometry.plot.maxX }
  for line in picture.geometry.lines {
    let said = "\(line.line.currency.code) \(ChartGeometry.tag(line, try #require(line.visible.last), .plain))"
    #expect(labels.contains { $0.text == said && $0.isBold })
  }
}

@Test("the label of the lowest value doesn't cover the dates", arguments: 1...20)
func theLabelOfTheLowestValueDoesntCoverTheDates(seed: Int) {
  let state = chart([walk(UInt64(seed), count: 300)], .sixMonths)
  let picture = ChartPicture(state, size: Size(700, 300), theme: .light, text: .plain)
  let labels = picture.list(isOpaque: false).labels.map(\.text)
  for tick in picture.geometry.days { #expect(labels.contains(ChartText.plain.label(tick.label))) }
}

@Test("each line's lowest and highest point are marked") func eachLinesLowestAndHighestPointAreMarked() {
  let sources = (0..<3).map { walk(UInt64($0 + 7), count: 400) }
  let picture = ChartPicture(chart(sources) { $0.isRebased = true }, size: Size(900, 500), theme: .light, text: .plain)
  let circles = picture.list(isOpaque: false).items.compactMap { item -> Colour? in
    if case .circle(_, radius: 3, let colour) = item { colour } else { nil }
  }
  for colour in ChartTheme.light.series.prefix(3) { #expect(circles.count { $0 == colour } == 2) }
}

@Test("a gap and a redenomination are labelled") func aGapAndARedenominationAreLabelled() throws {
  var source = walk(5, count: 700)
  source.days.removeSubrange(100..<500)
  source.rates.removeSubrange(100..<500)
  let law = LegalRate(
    kind: .redenomination, retired: try #require(Currency("TRL")), successor: try #require(Currency("TRY")),
    factor: Rational(1_000_000), from: source.days[150], source: "")
  source.laws = [law]
  let list = ChartPicture(chart([source]), size: Size(900, 400), theme: .light, text: .plain).list(isOpaque: false)
  let texts = list.labels.map(\.text)
  #expect(texts.contains("gap \(source.days[99] + 1) \(source.days[100] - 1)"))
  #expect(texts.contains("1 TRY = 1000000 TRL"))
}

@Test("the label of a narrow gap has two rows") func theLabelOfANarrowGapHasTwoRows() throws {
  var source = walk(5, count: 700)
  source.days.removeSubrange(300..<420)
  source.rates.removeSubrange(300..<420)
  let list = ChartPicture(chart([source]), size: Size(800, 400), theme: .light, text: .plain).list(isOpaque: false)
  let (first, last) = (source.days[299] + 1, source.days[300] - 1)
  let said = list.labels.filter { "gap \(first) \(last)".contains($0.text) && $0.text.count > 6 }
  #expect(said.map(\.text) == ["gap \(first)", "\(last)"])
  #expect(said.first?.place.x == said.last?.place.x)
}

@Test("a constant line is drawn and labelled") func aConstantLineIsDrawnAndLabelled() {
  var source = walk(5, count: 300)
  source.rates = source.rates.map { _ in Rational(units: 195_583, places: 5) }
  source.lawStart = 0
  let list = ChartPicture(chart([source]), size: Size(900, 400), theme: .light, text: .plain).list(isOpaque: false)
  #expect(list.labels.map(\.text).contains("by law"))
  #expect(list.items.contains { if case .polyline(let points, _) = $0 { points.count > 1 } else { false } })
}

@Test("chart lines are dashed in high contrast only") func chartLinesAreDashedInHighContrastOnly() {
  let sources = (0..<4).map { walk(UInt64($0 + 3), count: 200) }
  func dashes(_ theme: ChartTheme) -> Set<[Double]> {
    let list = ChartPicture(chart(sources) { $0.isRebased = true }, size: Size(900, 400), theme: theme, text: .plain)
      .list(isOpaque: false)
    return Set(list.items.compactMap { if case .polyline(_, let stroke) = $0 { stroke.dash } else { nil } })
  }
  #expect(dashes(.light) == [[]])
  #expect(dashes(ChartTheme(isDark: true, isHighContrast: true)).count == 4)
}

@Test("chart lines differ in dashes and have enough contrast") func chartLinesDifferInDashesAndHaveEnoughContrast() {
  #expect(Set(ChartTheme.dashes.map { "\($0)" }).count == ChartSubject.mostLines)
  for theme in [ChartTheme.light, .dark, ChartTheme(isDark: false, isHighContrast: true)] {
    #expect(Set(theme.series).count == ChartSubject.mostLines)
    for colour in theme.series + [theme.text, theme.dimText] {
      #expect(contrast(colour, theme.background) >= 4.5, "\(colour)")
    }
  }
}

/// The contrast ratio as WCAG 2.2 defines it.
private func contrast(_ a: Colour, _ b: Colour) -> Double {
  let (light, dark) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
  return (light + 0.05) / (dark + 0.05)
}

private func luminance(_ colour: Colour) -> Double {
  func linear(_ part: Double) -> Double {
    part <= 0.04045 ? part / 12.92 : (((part + 0.055) / 1.055).logarithm * 2.4).exponential
  }
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
}

@Test("the labels of lowest and highest values are readable over lines", arguments: 1...6, [360.0, 820])
func theLabelsOfLowestAndHighestValuesAreReadableOverLines(seed: Int, width: Double) throws {
  let sources = (0..<4).map { walk(UInt64(seed * 10 + $0)) }
  let state = chart(sources) { $0.isRebased = true }
  let picture = ChartPicture(state, size: Size(width, 420), theme: .light, text: .plain)
  let items = picture.list(isOpaque: false).items
  let ground = ChartTheme.light.background.opacity(0.8)
  let lines = picture.geometry.lines
  let wanted = try lines.flatMap { line in
    let extremes = try #require(line.extremes)
    return [extremes.low, extremes.high].map { ChartGeometry.tag(line, $0, .plain) }
  }
  let read = zip(items, items.dropFirst()).compactMap { before, after -> String? in
    guard case .rectangle(let frame, ground) = before, case .text(let label) = after else { return nil }
    return frame == label.frame(.estimated) ? label.text : nil
  }
  #expect(read.count >= 6 && Set(read).isSubset(of: wanted), "\(read) of \(wanted)")
}

@Test("a pegged rate is labelled on constant and moving chart lines")
func aPeggedRateIsLabelledOnConstantAndMovingChartLines() throws {
  let peg = LegalRate(
    kind: .peg, retired: try #require(Currency("AED")), successor: try #require(Currency("USD")),
    factor: Rational(units: 36_725, places: 4), from: day("1997-11-01"), source: "")
  var moving = walk(5, count: 300)
  moving.peg = peg
  var still = moving
  still.rates = still.rates.map { _ in peg.factor }
  for source in [moving, still] {
    let list = ChartPicture(chart([source]), size: Size(360, 400), theme: .light, text: .plain).list(isOpaque: false)
    #expect(list.labels.map(\.text).contains("AED pegged"))
    if source == moving { #expect(list.labels.count { $0.isBold } == 3, "its extremes and its last value") }
  }
}

@Test("dense lines are dashed in high contrast too") func denseLinesAreDashedInHighContrastToo() {
  let sources = (0..<2).map { walk(UInt64($0 + 3)) }
  let state = chart(sources) { $0.isRebased = true }
  let theme = ChartTheme(isDark: false, isHighContrast: true)
  let counts = ChartPicture(state, size: Size(700, 400), theme: theme, text: .plain).list(isOpaque: false).items
    .compactMap { if case .bars(let bars, _) = $0 { bars.count } else { nil } }
  #expect(counts.count == 2 && counts[0] * 10 < counts[1] * 8, "\(counts)")
}

@Test("an axis label near the label of the last value is visible", arguments: 1...12)
func anAxisLabelNearTheLabelOfTheLastValueIsVisible(seed: Int) throws {
  let picture = ChartPicture(chart([walk(UInt64(seed))], .year), size: Size(860, 320), theme: .light, text: .plain)
  let labels = picture.list(isOpaque: false).items.compactMap { item -> String? in
    if case .text(let label) = item { label.text } else { nil }
  }
  let line = picture.geometry.lines[0]
  let last = picture.geometry.y(of: line.value(try #require(line.visible.last)))
  // Within 5 pixels of the last value, the last value's label replaces the axis label.
  for tick in picture.geometry.axis.ticks where abs(picture.geometry.y(of: tick.value) - last) > 5 {
    #expect(labels.contains(picture.geometry.label(of: tick, .plain)), "\(tick)")
  }
}

@Test("with several lines, each last value's label begins with its currency")
func withSeveralLinesEachLastValuesLabelBeginsWithItsCurrency() {
  for count in 1...4 {
    let state = chart((0..<count).map { walk(UInt64($0 + 1)) }, .year) { $0.isRebased = count > 1 }
    let picture = ChartPicture(state, size: Size(860, 320), theme: .light, text: .plain)
    let badges = picture.list(isOpaque: false).items.compactMap { item -> TextLabel? in
      if case .text(let label) = item, label.colour == ChartTheme.light.background { label } else { nil }
    }
    #expect(badges.count == count)
    let codes = ["USD", "GBP", "CHF", "JPY"].filter { code in badges.contains { $0.text.hasPrefix("\(code) ") } }
    #expect(codes.count == (count > 1 ? count : 0))
    for badge in badges { #expect(badge.frame(.estimated).maxX <= 860) }
  }
}
