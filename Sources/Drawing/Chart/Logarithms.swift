// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

extension Double {
  var logarithm: Double { log(self) }
  var decimalLogarithm: Double { log10(self) }
  var exponential: Double { exp(self) }
}

/// 10^exponent, as near as a coordinate needs.
func power(_ exponent: Int) -> Double { pow(10, Double(exponent)) }
