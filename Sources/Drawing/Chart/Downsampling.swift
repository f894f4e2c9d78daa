// SPDX-License-Identifier: GPL-3.0-or-later

/// Fewer points that draw the same picture.
enum Downsampling {
  /// The first, lowest, highest and last point of each column of pixels, in their order: no extreme is lost.
  ///
  /// `column` must not decrease from one index to the next.
  static func indices(
    _ range: Range<Int>, column: (Int) -> Int, value: (Int) -> Int64
  ) -> [Int] {
    var kept: [Int] = []
    kept.reserveCapacity(min(range.count, 4096))
    var index = range.lowerBound
    while index < range.upperBound {
      let here = column(index)
      var (low, high, last) = (index, index, index)
      var next = index + 1
      while next < range.upperBound, column(next) == here {
        let new = value(next)
        if new < value(low) { low = next }
        if new > value(high) { high = next }
        last = next
        next += 1
      }
      kept.append(index)
      let (former, latter) = (min(low, high), max(low, high))
      if former != index { kept.append(former) }
      if latter != former, latter != index { kept.append(latter) }
      if last != latter, last != index { kept.append(last) }
      index = next
    }
    return kept
  }
}
