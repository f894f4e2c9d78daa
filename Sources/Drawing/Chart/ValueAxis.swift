// SPDX-License-Identifier: GPL-3.0-or-later
public import KursModel

public struct ValueAxis: Equatable, Sendable {
  public struct Tick: Equatable, Sendable {
    /// The tick's exact value is mantissa × 10^exponent.
    public let mantissa: Int64
    public let exponent: Int

    public var value: Double { Double(mantissa) * power(exponent) }
    public var rational: Rational { Rational(mantissa) * .powerOfTen(exponent) }
    public var places: Int { max(0, -exponent) }
  }

  public let low: Double
  public let high: Double
  public let isLogarithmic: Bool
  public let ticks: [Tick]

  /// Creates an axis for `low...high` with a margin and at most `count` ticks. It is linear if `low` isn't positive.
  public init(low: Double, high: Double, isLogarithmic: Bool, count: Int) {
    let isLogarithmic = isLogarithmic && low > 0
    let flat = max(abs(high) * 0.01, 1e-12)
    if isLogarithmic {
      let air = max((high / low).logarithm * 0.06, 0.005)
      (self.low, self.high) = (low * (-air).exponential, high * air.exponential)
    } else {
      let air = high > low ? (high - low) * 0.06 : flat
      (self.low, self.high) = (low - air, high + air)
    }
    self.isLogarithmic = isLogarithmic
    let wanted = max(count, 2)
    ticks =
      isLogarithmic && self.high / self.low > 8
      ? Self.decades(self.low, self.high, wanted) : Self.even(self.low, self.high, wanted)
  }

  /// Returns the position of a value on the axis: 0 for the low end, 1 for the high end.
  public func fraction(of value: Double) -> Double {
    if isLogarithmic { return (max(value, low / 1e6) / low).logarithm / (high / low).logarithm }
    return (value - low) / (high - low)
  }

  public func value(at fraction: Double) -> Double {
    isLogarithmic ? low * ((high / low).logarithm * fraction).exponential : low + (high - low) * fraction
  }

  /// Returns at most `count` ticks. Their step is 1, 2 or 5 × 10^n, as fine as possible.
  private static func even(_ low: Double, _ high: Double, _ count: Int) -> [Tick] {
    var exponent = Int(((high - low) / Double(count)).decimalLogarithm.rounded(.down)) - 1
    while true {
      for step in [Int64(1), 2, 5] {
        let unit = Double(step) * power(exponent)
        let (first, last) = ((low / unit).rounded(.up), (high / unit).rounded(.down))
        guard last - first < Double(count), abs(first) < 1e15, abs(last) < 1e15 else { continue }
        return stride(from: first, through: last, by: 1).map {
          Tick(mantissa: Int64($0) * step, exponent: exponent)
        }
      }
      exponent += 1
    }
  }

  /// Returns ticks at 1, 2 and 5 of each power of ten, or fewer ticks if these would exceed `count`.
  private static func decades(_ low: Double, _ high: Double, _ count: Int) -> [Tick] {
    let exponents = Int(low.decimalLogarithm.rounded(.down))...Int(high.decimalLogarithm.rounded(.up))
    for (mantissas, every) in [([Int64(1), 2, 5], 1), ([1, 3], 1), ([1], 1), ([1], 2), ([1], 3), ([1], 6)] {
      let ticks = exponents.filter { $0 % every == 0 }.flatMap { exponent in
        mantissas.map { Tick(mantissa: $0, exponent: exponent) }
      }.filter { (low...high).contains($0.value) }
      if ticks.count <= count { return ticks }
    }
    return []
  }
}
