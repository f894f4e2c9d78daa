// SPDX-License-Identifier: GPL-3.0-or-later

extension Unicode.Scalar {
  /// All that is written for plus, as Kurs writes it first.
  static let pluses: [Unicode.Scalar] = ["+", "\u{FF0B}"]
  /// Minus, hyphen, en dash and full-width hyphen, as Kurs writes it first.
  static let minuses: [Unicode.Scalar] = ["\u{2212}", "-", "\u{2013}", "\u{FF0D}"]

  var isPlus: Bool { Self.pluses.contains(self) }
  var isMinus: Bool { Self.minuses.contains(self) }
}
