// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import KursDrawing
import KursModel
import KursWorkflow
import Testing

@testable import KursChart

/// Compares pictures with those stored beside this file. KURS_STORE_PICTURES=1 stores this run's pictures.
struct PictureTests {
  private static let cases: [(name: String, lines: Int, theme: ChartTheme, width: Double)] = [
    ("one-light", 1, .light, 480), ("one-dark", 1, .dark, 480), ("four-light", 4, .light, 640),
    ("four-contrast", 4, ChartTheme(isDark: true, isHighContrast: true), 360),
  ]

  private func list(_ index: Int) -> DisplayList {
    let one = Self.cases[index]
    let state = chart((0..<one.lines).map { walk(UInt64($0 + 20), count: 1500) }, .year) {
      $0.isRebased = one.lines > 1
    }
    return ChartPicture(state, size: Size(one.width, 300), theme: one.theme, text: .plain).list(
      isOpaque: true)
  }

  @Test("the chart's SVG equals the stored file", arguments: cases.indices)
  func theChartsSVGEqualsTheStoredFile(index: Int) throws {
    let text = SVGWriter.text(of: list(index), title: "EUR <&> USD")
    let file = pictures.appending(path: Self.cases[index].name + ".svg")
    if ProcessInfo.processInfo.environment["KURS_STORE_PICTURES"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(text == (try String(contentsOf: file, encoding: .utf8)))
  }

  /// Compares without text, because its shapes depend on the font.
  ///
  /// The comparison uses squares of 4 pixels. The mean may differ by 12 of 255 in no more than 1 in 200 squares. That
  /// is how much another version of cairo changes the edges of lines.
  @Test("the chart's pixels equal the stored picture", arguments: cases.indices)
  func theChartsPixelsEqualTheStoredPicture(index: Int) throws {
    var list = list(index)
    list.items.removeAll { if case .text = $0 { true } else { false } }
    let (width, height) = (Int(list.size.width), Int(list.size.height))
    let image = try #require(CairoImage(list))
    let squares = Self.squares(of: image.pixels(width: width, height: height), width: width, height: height)
    let file = pictures.appending(path: Self.cases[index].name + ".squares")
    if ProcessInfo.processInfo.environment["KURS_STORE_PICTURES"] != nil { try Data(squares).write(to: file) }
    let stored = [UInt8](try Data(contentsOf: file))
    try #require(squares.count == stored.count)
    let differing = zip(squares, stored).count { abs(Int($0) - Int($1)) > 12 }
    #expect(differing * 200 <= squares.count, "\(differing) of \(squares.count)")
  }

  private static func squares(of pixels: [UInt32], width: Int, height: Int) -> [UInt8] {
    var means: [UInt8] = []
    for top in stride(from: 0, to: height - 3, by: 4) {
      for left in stride(from: 0, to: width - 3, by: 4) {
        for shift in [16, 8, 0] as [UInt32] {
          let sum = (0..<16).reduce(0) {
            $0 + Int(pixels[(top + $1 / 4) * width + left + $1 % 4] >> shift & 0xFF)
          }
          means.append(UInt8(sum / 16))
        }
      }
    }
    return means
  }

  @Test("a PNG at double scale is twice as large") func aPNGAtDoubleScaleIsTwiceAsLarge() throws {
    let png = try #require(CairoImage(list(0), scale: 2)?.png())
    #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let header = png[16..<24].reduce(0) { $0 << 8 | UInt64($1) }
    #expect(header == 960 << 32 | 600)
  }

  @Test("an Arabic label has a plausible width") func anArabicLabelHasAPlausibleWidth() {
    let measured = TextMetrics.measured.width("أكتوبر ٢٠٢٦", 12, false)
    #expect((30...110).contains(measured), "\(measured)")
  }
}
