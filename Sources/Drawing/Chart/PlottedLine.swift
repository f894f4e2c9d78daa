// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import KursDrawing
import KursModel
import KursWorkflow

struct PlottedLine {
  let line: ChartLine
  let visible: Range<Int>
  let factor: Double
  /// The value that the axis shows as 100 %. Nil if the axis shows absolute values.
  let reference: Rational?

  init(_ line: ChartLine, window: DaySpan, isRebased: Bool) {
    self.line = line
    visible = line.indices(in: window)
    let first = isRebased && !visible.isEmpty ? line.units[visible.lowerBound] : 0
    reference = first > 0 ? line.rate(at: visible.lowerBound) : nil
    factor = first > 0 ? 100 / Double(first) : power(-line.places)
  }

  func value(_ index: Int) -> Double { value(of: line.units[index]) }

  func value(of units: Int64) -> Double { Double(units) * factor }

  func figure(_ rate: Rational) -> Rational {
    reference.flatMap { rate.divided(by: $0) }.map { $0 * Rational(100) } ?? rate
  }

  /// The points of each run to draw: the visible points, and one more beyond each edge of the window.
  var drawn: [Range<Int>] {
    line.runs.compactMap { run in
      guard visible.isEmpty || (run.lowerBound < visible.upperBound && run.upperBound > visible.lowerBound)
      else {
        return nil
      }
      // Limits the points to this run, because the points beside the window may belong to another run.
      let first = max(run.lowerBound, visible.lowerBound - 1)
      let end = min(run.upperBound, visible.upperBound + 1)
      return first < end ? first..<end : nil
    }
  }

  var moves: Bool { extremes.map { line.units[$0.low] < line.units[$0.high] } ?? false }

  var extremes: (low: Int, high: Int)? {
    guard var low = visible.first else { return nil }
    var high = low
    for index in visible {
      if line.units[index] < line.units[low] { low = index }
      if line.units[index] > line.units[high] { high = index }
    }
    return (low, high)
  }
}

enum Downsampling {
  /// Returns the indices of the first, lowest, highest and last point of each pixel column. `column` must not decrease.
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

extension Double {
  var logarithm: Double { log(self) }
  var decimalLogarithm: Double { log10(self) }
  var exponential: Double { exp(self) }
}

/// Returns 10^exponent as a floating-point number, which is precise enough for coordinates.
func power(_ exponent: Int) -> Double { pow(10, Double(exponent)) }
