// SPDX-License-Identifier: GPL-3.0-or-later

/// The stored number of a spreadsheet's cell in HTML. The visible text may be rounded, scaled or without its sign.
struct StoredCell {
  private let value: Rational

  /// Reads the attribute `sdval` (LibreOffice), `x:num` (Excel) or `data-sheets-value` (Google). Nil without a number.
  init?(_ attributes: [String: String]) {
    let sheets = attributes["data-sheets-value"].flatMap { Self.googleNumber($0) }
    guard let text = attributes["sdval"] ?? attributes["x:num"] ?? sheets, text.utf8.count < 40,
      // The comma is a decimal sign: a German LibreOffice writes 1234,4987, without separators of thousands.
      let value = Rational(text: text.trimmed().replacing(",", with: "."))
    else { return nil }
    self.value = value
  }

  /// Returns the exact number or day that the cell stores. Nil if the cell shows another form, such as 19% for 0.19.
  func text(shownAs shown: String, decimal: Unicode.Scalar) -> String? {
    let scalars = Array(shown.unicodeScalars)
    guard scalars.count <= 100, !scalars.contains(where: { Self.percents.contains($0) }),
      let first = scalars.firstIndex(where: { $0.digit != nil }),
      let last = scalars.lastIndex(where: { $0.digit != nil })
    else { return nil }
    let number = scalars[first...last]
    if let exact = scientific(number, decimal) { return sign + exact }
    guard number.allSatisfy({ $0.digit != nil || Self.separators.contains($0) }) else { return day(scalars) }
    guard let scale = self.scale(of: number) else { return day(scalars) }
    var before = words(scalars[..<first])
    var after = words(scalars[(last + 1)...])
    if scale > 0 {
      // Remove words for thousands or millions, because the stored number isn't divided by 1000.
      guard let one = Self.unscaled(before), let other = Self.unscaled(after) else { return nil }
      (before, after) = (one, other)
    }
    if before.last?.isLetter == true { before += " " }
    return sign + before + written(decimal) + (after.isEmpty ? "" : " " + after)
  }

  private var sign: String { value.signum < 0 ? "-" : "" }

  /// The magnitude, written so that its decimal sign can't be read as a separator of thousands.
  private func written(_ decimal: Unicode.Scalar) -> String {
    let plain = value.magnitude.exactText()
    guard let point = plain.firstIndex(of: ".") else { return plain }
    let decimals = plain[plain.index(after: point)...]
    return "\(plain[..<point])\(decimal)\(decimals)\(decimals.count == 3 ? "0" : "")"
  }

  /// Returns n if the shown number is the stored number ÷ 1000ⁿ, rounded. Nil for any other shown number.
  private func scale(of number: ArraySlice<Unicode.Scalar>) -> Int? {
    let digits = Self.digits(number)
    guard digits.utf8.count <= 30, let shown = Rational(text: digits) else { return nil }
    let last = number.lastIndex { Self.separators.contains($0) }
    let decimals = last.map { [number.endIndex - $0 - 1, 0] } ?? [0]
    for scale in 0...3 {
      for places in decimals {
        let exact = value.magnitude * .powerOfTen(places - 3 * scale)
        // Accept an exact half rounded up or down, because spreadsheets round binary fractions.
        if (exact - shown).magnitude * Rational(2) <= .one, scale == 0 || shown.signum > 0 { return scale }
      }
    }
    return nil
  }

  /// Returns the stored number if it is shown in a form such as 1.23E+05.
  private func scientific(_ number: ArraySlice<Unicode.Scalar>, _ decimal: Unicode.Scalar) -> String? {
    guard let mark = number.firstIndex(where: { $0 == "E" || $0 == "e" }) else { return nil }
    let (mantissa, exponent) = (number[..<mark], number[(mark + 1)...])
    guard mantissa.allSatisfy({ $0.digit != nil || ".,\u{66B}".unicodeScalars.contains($0) }),
      let power = Int(String(String.UnicodeScalarView(exponent))), abs(power) < 100,
      let shown = Rational(text: Self.digits(mantissa))
    else { return nil }
    let places = mantissa.lastIndex { $0.digit == nil }.map { mantissa.endIndex - $0 - 1 } ?? 0
    let exact = value.magnitude * .powerOfTen(places - power)
    return (exact - shown).magnitude * Rational(2) <= .one ? written(decimal) : nil
  }

  /// Returns the stored day as text, such as 2026-10-30. Nil if the shown text has the numbers of another day.
  private func day(_ scalars: [Unicode.Scalar]) -> String? {
    guard value.terminatingPlaces == 0, let serial = value.units(places: 0), (1...2_958_465).contains(serial) else {
      return nil
    }
    let shown = scalars.split { $0.digit == nil }.compactMap { Int(Self.digits($0[...])) }.sorted()
    // Most spreadsheets count days from 1899-12-30, and some old ones from 1904-01-01.
    for epoch in [25_569, 24_107] as [Int64] {
      let day = Day(number: Int32(serial - epoch))
      let (year, month, number) = day.civil
      for year in [year, year % 100] where [[year, month, number].sorted(), [year, number].sorted()].contains(shown) {
        return day.description
      }
    }
    return nil
  }

  private static func digits(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    scalars.compactMap(\.digit).map { "\($0.value)" }.joined()
  }

  /// Returns the words without signs and brackets, because the stored number has the sign.
  private func words(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    let rest = scalars.filter {
      !$0.isMinus && !$0.isPlus && !"()[]\u{200E}\u{200F}\u{61C}".unicodeScalars.contains($0)
    }
    let text = String(String.UnicodeScalarView(rest)).trimmed()
    return text.allSatisfy { ".,\u{2019}'".contains($0) } ? "" : text
  }

  /// Removes words for thousands or millions, but keeps currency signs and codes. Nil if any other word remains.
  private static func unscaled(_ words: String) -> String? {
    let signs = words.unicodeScalars.filter { $0.properties.generalCategory == .currencySymbol }
    let rest = words.unicodeScalars.filter { $0.properties.generalCategory != .currencySymbol }
    let others = String(String.UnicodeScalarView(rest)).split { !$0.isLetter }.map(String.init)
    let codes = others.filter { $0 == $0.uppercased() && !scales.contains($0.lowercased()) && Currency($0) != nil }
    let unknown = others.filter { !codes.contains($0) && !scales.contains($0.lowercased()) }
    return unknown.isEmpty ? (codes + [String(String.UnicodeScalarView(signs))]).joined(separator: " ").trimmed() : nil
  }

  private static func googleNumber(_ json: String) -> String? {
    guard json.contains("\"1\":3"), let start = json.firstRange(of: "\"3\":") else { return nil }
    return String(json[start.upperBound...].prefix { $0.isNumber || "-+.eE".contains($0) })
  }

  private static let percents = Set("%\u{66A}\u{2030}".unicodeScalars)
  private static let separators = Set(".,'\u{2019} \u{A0}\u{202F}\u{2009}\u{66B}\u{66C}".unicodeScalars)
  private static let scales: Set<String> = [
    "k", "m", "b", "bn", "t", "mio", "mrd", "tsd", "th", "million", "billion", "thousand", "millionen", "milliarden",
  ]
}
