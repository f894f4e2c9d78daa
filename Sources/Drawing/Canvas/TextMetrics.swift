// SPDX-License-Identifier: GPL-3.0-or-later

/// How wide a line of text is: text, font size, bold.
public struct TextMetrics: Sendable {
  public var width: @Sendable (String, Double, Bool) -> Double

  /// Without a font at hand: a little wider than common sans-serif faces, so that nothing touches.
  public static let estimated = TextMetrics { text, size, isBold in
    let ems = text.unicodeScalars.reduce(0.0) { $0 + advance(of: $1) }
    return ems * size * (isBold ? 1.08 : 1)
  }

  private static func advance(of scalar: Unicode.Scalar) -> Double {
    if scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .format {
      return 0
    }
    if scalar.properties.isWhitespace || ".,:;'|!’".unicodeScalars.contains(scalar) { return 0.34 }
    // East Asian ideographs, kana and hangul fill the whole square.
    if (0x2E80...0xD7FF).contains(scalar.value) || (0xF900...0xFAFF).contains(scalar.value) { return 1.02 }
    if "mwMW%@".unicodeScalars.contains(scalar) { return 0.95 }
    return scalar.properties.isUppercase ? 0.72 : 0.62
  }
}
