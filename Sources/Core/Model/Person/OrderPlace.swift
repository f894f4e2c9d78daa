// SPDX-License-Identifier: GPL-3.0-or-later

/// A place in an order that the person made: a fraction between its neighbours' places, so that moving one thing
/// touches no other and two machines that move different ones both have their way.
public enum OrderPlace {
  /// Between two places, of which either may be missing; nil where nothing short lies between.
  public static func between(_ before: Rational?, _ after: Rational?) -> Rational? {
    switch (before, after) {
    case (nil, nil): return .zero
    case (let before?, nil): return before + .one
    case (nil, let after?): return after - .one
    case (let before?, let after?):
      let middle = (before + after) * Rational(2).inverse
      return before < after && middle.fraction.utf8.count <= 40 ? middle : nil
    }
  }
}
