// SPDX-License-Identifier: GPL-3.0-or-later
import Testing

@testable import KursDrawing

struct CanvasTests {
  private let bars = (0..<40).map { Rect(x: Double($0), y: Double($0 % 7) + 0.4, width: 1, height: 12.3) }

  private func pixels(_ items: [DrawingItem], scale: Double) -> [UInt32] {
    let side = Int(40 * scale)
    return CairoImage(DisplayList(size: Size(40, 20), items: items), scale: scale)?
      .pixels(width: side, height: side / 2) ?? []
  }

  @Test("bars drawn together look like the same rectangles drawn separately", arguments: [1.0, 2, 3])
  func barsDrawnTogetherLookLikeTheSameRectanglesDrawnSeparately(scale: Double) {
    let colour = Colour(0x3366CC, alpha: 0.5)
    let drawn = pixels([.bars(bars, colour)], scale: scale)
    #expect(!drawn.isEmpty && Set(drawn).count > 2)
    #expect(drawn == pixels(bars.map { .rectangle($0, colour) }, scale: scale))
  }

  @Test("adjacent bars touch each other", arguments: [1.25, 1.5, 1.75])
  func adjacentBarsTouchEachOther(scale: Double) {
    let high = (0..<40).map { Rect(x: Double($0), y: 0, width: 1, height: 20) }
    #expect(Set(pixels([.bars(high, Colour(0x000000))], scale: scale)) == [0xFF00_0000])
  }

  @Test("a cached text width equals the measured width") func aCachedTextWidthEqualsTheMeasuredWidth() {
    let metrics = TextMetrics.measured
    let texts = ["1.2345", "1.2346", "2026"]
    for (size, isBold) in [(12.0, false), (12, true), (13, false)] {
      let widths = texts.map { metrics.width($0, size, isBold) }
      #expect(widths == texts.map { metrics.width($0, size, isBold) })
      #expect(widths == texts.map { TextMetrics.measured.width($0, size, isBold) })
    }
  }
}
