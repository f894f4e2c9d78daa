// SPDX-License-Identifier: GPL-3.0-or-later
import KursDrawing
import Testing

struct FontTests {
  @Test("text is measured in the font with the given name") func textIsMeasuredInTheFontWithTheGivenName() {
    func widths(_ metrics: TextMetrics) -> [Double] { ["iiii", "mmmm"].map { metrics.width($0, 12, false) } }
    let (any, fixed) = (widths(.measured), widths(.measured(in: "monospace")))
    #expect(any[0] < any[1])
    #expect(fixed[0] == fixed[1])
  }

  @Test("text is drawn in the font with the given name") func textIsDrawnInTheFontWithTheGivenName() {
    let label = TextLabel("iiii", at: Point(2, 10), size: 12, colour: Colour(0x000000))
    let list = DisplayList(size: Size(80, 20), items: [.text(label)])
    let pixels = ["sans-serif", "monospace"].map { CairoImage(list, font: $0)?.pixels(width: 80, height: 20) }
    #expect(pixels[0] != nil && pixels[1] != nil)
    #expect(pixels[0] != pixels[1])
  }
}
