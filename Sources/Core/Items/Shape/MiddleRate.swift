// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

extension PublishedNumber {
  /// The exact middle of two rates as they are written; 0 where one of them is, for then there is none.
  init?(middleOf buying: String, and selling: String) {
    guard let low = PublishedNumber(quoted: buying), let high = PublishedNumber(quoted: selling) else { return nil }
    guard low.coefficient > 0, high.coefficient > 0 else {
      self.init(coefficient: 0, scale: 0)
      return
    }
    self.init(halfwayBetween: low, and: high)
  }

  /// (a + b) / 2, exactly: half of a unit in the last place takes one more decimal. Nil where it does not fit.
  init?(halfwayBetween a: PublishedNumber, and b: PublishedNumber) {
    guard let scale = UInt8(exactly: Int(max(a.scale, b.scale)) + 1), scale <= 40,
      let x = a.coefficient(atScale: scale), let y = b.coefficient(atScale: scale)
    else { return nil }
    let (sum, lost) = x.addingReportingOverflow(y)
    guard !lost else { return nil }
    let half = sum / 2
    // Both are multiples of ten, so their sum is even; a needless last zero is not printed.
    self = half % 10 == 0 ? Self(coefficient: half / 10, scale: scale - 1) : Self(coefficient: half, scale: scale)
  }

  private func coefficient(atScale wanted: UInt8) -> UInt64? {
    var value = coefficient
    for _ in scale..<wanted {
      let (next, lost) = value.multipliedReportingOverflow(by: 10)
      guard !lost else { return nil }
      value = next
    }
    return value
  }
}
