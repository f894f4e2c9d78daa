// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import KursModel
import Seeded
import Testing

@testable import KursChart
@testable import KursWorkflow

@Test(arguments: 1...40)
func everyColumnKeepsItsFirstLowestHighestAndLastPoint(seed: Int) {
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

@Test(arguments: 1...12, [200.0, 360, 801.5, 2560])
func theExtremesOfTheRangeAreOnThePicture(seed: Int, width: Double) throws {
  let state = chart([walk(UInt64(seed))])
  let picture = ChartPicture(state, size: Size(width, 400), theme: .light, text: .plain)
  let figures = try #require(state.statistics[0])
  let drawn = picture.list(isOpaque: false).items.flatMap { item -> [Point] in
    switch item {
    case .polyline(let points, _), .polygon(let points, _): points
    default: []
    }
  }
  // A dense line is a shape whose corners lie half a stroke above and below its points.
  let half = ChartTheme.light.lineWidth / 2 + 1e-6
  for point in [figures.minimum, figures.maximum, figures.first, figures.last] {
    let units = try #require(point.rate.units(places: 4))
    let place = Point(picture.geometry.x(of: point.day), picture.geometry.y(of: Double(units) / 10_000))
    #expect(drawn.contains { abs($0.x - place.x) < 1e-6 && abs($0.y - place.y) < half }, "\(point)")
  }
}

@Test func aGapIsNotDrawnAcross() {
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

@Test func linesDifferInMoreThanTheirColour() {
  #expect(Set(ChartTheme.dashes.map { "\($0)" }).count == ChartSubject.mostLines)
  for theme in [ChartTheme.light, .dark, ChartTheme(isDark: false, isHighContrast: true)] {
    #expect(Set(theme.series).count == ChartSubject.mostLines)
    for colour in theme.series + [theme.text, theme.dimText] {
      #expect(contrast(colour, theme.background) >= 4.5, "\(colour)")
    }
  }
}

/// WCAG 2.2, "contrast ratio".
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
