// SPDX-License-Identifier: GPL-3.0-or-later

extension Rational {
  /// How many units of 10^-places it is, rounded half away from zero; nil where that exceeds 64 bits.
  ///
  /// Series add up and compare thousands of rates on one such scale, which whole numbers do at no cost.
  public func units(places: Int) -> Int64? {
    switch scaledInteger(places: places) {
    case .small(let isNegative, let magnitude): Int64(exactly: magnitude).map { isNegative ? -$0 : $0 }
    case .big: nil
    }
  }

  /// So many units of 10^-places.
  public init(units: Int64, places: Int) {
    self = Rational(units) * .powerOfTen(-places)
  }
}
