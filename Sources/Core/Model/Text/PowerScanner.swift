// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds the power of ten behind a number: an exponent, a letter, or a word.
struct PowerScanner: Sendable {
  struct Power {
    let exponent: Int
    let end: Int
    let isExponent: Bool
  }

  let words: PowerWords

  func scan(_ text: SourceText, after start: Int, end: Int) -> Power? {
    exponent(text, at: start, end: end) ?? word(text, at: start, end: end)
  }

  /// `e-05`, with nothing between: "5 E" and "5E" are money of Eswatini.
  private func exponent(_ text: SourceText, at start: Int, end: Int) -> Power? {
    guard let letter = text.scalar(at: start, end: end)?.scalar, letter == "e" || letter == "E" else { return nil }
    var (offset, isNegative) = (start + 1, false)
    if let (sign, length) = text.scalar(at: offset, end: end), sign.isPlus || sign.isMinus {
      isNegative = sign.isMinus
      offset += length
    }
    var (exponent, digits) = (0, 0)
    while let (scalar, length) = text.scalar(at: offset, end: end), let digit = scalar.digit {
      exponent = min(exponent * 10 + digit.value, 1_000_000)
      (offset, digits) = (offset + length, digits + 1)
    }
    guard digits > 0 else { return nil }
    return Power(exponent: isNegative ? -exponent : exponent, end: offset, isExponent: true)
  }

  private func word(_ text: SourceText, at start: Int, end: Int) -> Power? {
    var begin = start
    while let (scalar, length) = text.scalar(at: begin, end: end), scalar.isSkipped { begin += length }
    var stop = begin
    while let (scalar, length) = text.scalar(at: stop, end: end), scalar.properties.isAlphabetic { stop += length }
    guard stop > begin, stop - begin <= 32 else { return nil }
    let word = text.string(begin..<stop).lowercased()
    if begin == start, let exponent = PowerWords.letters[word] {
      return Power(exponent: exponent, end: stop, isExponent: false)
    }
    guard let exponent = words.exponent(of: word) else { return nil }
    if PowerWords.abbreviations.contains(word), text.scalar(at: stop, end: end)?.scalar == "." { stop += 1 }
    return Power(exponent: exponent, end: stop, isExponent: false)
  }
}
