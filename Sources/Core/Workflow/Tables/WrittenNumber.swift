// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

public enum DecimalMark: Hashable, Sendable { case point, comma }

/// Digits and separators of a number. The meaning of the separators isn't known yet.
struct WrittenNumber: Equatable {
  enum Separator: Equatable { case point, comma, quote, space, arabicDecimal, arabicGroup }

  private(set) var digits: [UInt8] = []
  /// The number of digits before, between and after the separators: 0 and 1 for ".5", 2 and 0 for "12.".
  private(set) var groups = [0]
  private(set) var separators: [Separator] = []
  /// The power of ten after the number, as in 1.5E+03.
  var exponent = 0

  mutating func append(digit: Int) {
    digits.append(UInt8(digit) + UInt8(ascii: "0"))
    groups[groups.count - 1] += 1
  }

  mutating func append(_ separator: Separator) {
    separators.append(separator)
    groups.append(0)
  }

  /// Returns the value if `mark` separates the decimals. Nil if the number can't be read in this way.
  func value(_ mark: DecimalMark) -> Rational? {
    let decimals: [Separator] = mark == .point ? [.point, .arabicDecimal] : [.comma, .arabicDecimal]
    guard (1...300).contains(digits.count) else { return nil }
    var whole = groups[...]
    var grouping = separators[...]
    if let last = separators.last, decimals.contains(last) {
      whole.removeLast()
      grouping.removeLast()
    }
    guard !grouping.contains(where: { decimals.contains($0) }), areGroups(whole, grouping) else { return nil }
    let places = whole.count < groups.count ? groups[groups.count - 1] : 0
    var text = digits
    if places > 0 {
      text.insert(UInt8(ascii: "."), at: text.count - places)
      if text[0] == UInt8(ascii: ".") { text.insert(UInt8(ascii: "0"), at: 0) }
    }
    return Rational(text: String(decoding: text, as: UTF8.self) + (exponent == 0 ? "" : "e\(exponent)"))
  }

  /// Whether the digits are in groups of three, or as in India in groups of two before the last group of three.
  private func areGroups(_ sizes: ArraySlice<Int>, _ separators: ArraySlice<Separator>) -> Bool {
    guard let separator = separators.first else { return true }
    guard let first = sizes.first, (1...3).contains(first), sizes.last == 3, digits[0] != UInt8(ascii: "0"),
      separators.allSatisfy({ $0 == separator })
    else { return false }
    let middle = sizes.dropFirst().dropLast()
    return middle.allSatisfy { $0 == 3 }
      || first <= 2 && middle.allSatisfy { $0 == 2 } && separator != .point && separator != .quote
  }
}

struct NumberColumn {
  enum Kind { case neutral, ambiguous, point, comma, unreadable }

  private(set) var (ambiguous, points, commas) = (0, 0, 0)
  private(set) var ambiguousExample: (text: String, point: Rational, comma: Rational)?
  /// `marked`: the number of amounts with a word for debit or credit, such as `5.00 DR`. `unmarked`: without a word.
  private(set) var (marked, unmarked) = (0, 0)
  private(set) var (hasMinus, hasPlus) = (false, false)
  private(set) var letters: Set<String> = []
  private(set) var words: Set<String> = []
  private var known: [UInt64: Kind] = [:]
  private var last: (shape: UInt64, kind: Kind)?

  mutating func note(_ field: ArraySlice<UInt8>) {
    let shape = Self.shape(field)
    if let shape, let kind = last?.shape == shape ? last?.kind : known[shape] {
      last = (shape, kind)
      count(kind)
      if kind != .unreadable { unmarked += 1 }
      return
    }
    let text = RecordText.text(field)
    guard let cell = AmountCell(text) else { return }
    let kind = kind(of: cell, text)
    count(kind)
    // A zero has no sign, so it isn't cached in `known`: other numbers of the same shape may have a sign.
    let isZero = cell.number.digits.allSatisfy { $0 == UInt8(ascii: "0") }
    hasMinus = hasMinus || cell.isNegative
    hasPlus = hasPlus || !cell.isNegative && !isZero
    if cell.direction == nil, cell.letter == nil { unmarked += 1 } else { marked += 1 }
    if let letter = cell.letter { letters.insert(letter) }
    // "€10m" has a currency sign and a scale, so the joined words are added too.
    if words.count < 100 { words.formUnion(cell.money + [cell.money.joined(separator: " ")].filter { !$0.isEmpty }) }
    if let shape, !isZero { known[shape] = kind }
  }

  private mutating func count(_ kind: Kind) {
    switch kind {
    case .ambiguous: ambiguous += 1
    case .point: points += 1
    case .comma: commas += 1
    case .neutral, .unreadable: break
    }
  }

  private mutating func kind(of cell: AmountCell, _ text: String) -> Kind {
    switch (cell.number.value(.point), cell.number.value(.comma)) {
    case (nil, nil): return .unreadable
    case (.some, nil): return .point
    case (nil, .some): return .comma
    case (let point?, let comma?):
      guard point != comma else { return .neutral }
      ambiguousExample = ambiguousExample ?? (text, point, comma)
      return .ambiguous
    }
  }

  /// Returns the same value for cells that differ only in their digits. Nil for long cells, and for cells with letters.
  private static func shape(_ field: ArraySlice<UInt8>) -> UInt64? {
    guard (1...16).contains(field.count) else { return nil }
    var (shape, hasDigit) = (UInt64(0), false)
    for byte in field {
      let code: UInt64
      switch byte {
      case UInt8(ascii: "0"): code = hasDigit ? 2 : 1
      case UInt8(ascii: "1")...UInt8(ascii: "9"): code = 2
      case UInt8(ascii: "."): code = 3
      case UInt8(ascii: ","): code = 4
      case UInt8(ascii: "-"): code = 5
      case UInt8(ascii: " "): code = 6
      case UInt8(ascii: "+"): code = 7
      case UInt8(ascii: "'"): code = 8
      case UInt8(ascii: "\""): code = 9
      case UInt8(ascii: "("): code = 10
      case UInt8(ascii: ")"): code = 11
      default: return nil
      }
      hasDigit = hasDigit || code < 3
      shape = shape << 4 | code
    }
    return hasDigit ? shape : nil
  }

  /// Returns the decimal separator. `own`: the user's separator. `others`: the separator of other columns.
  func form(own: DecimalMark, others: DecimalMark?) -> (mark: DecimalMark, isMixed: Bool, isDecided: Bool) {
    if points > 0, commas > 0 { return (points == commas ? own : points > commas ? .point : .comma, true, true) }
    if points + commas > 0 { return (points > 0 ? .point : .comma, false, true) }
    if ambiguous > 0, let others { return (others, false, true) }
    return (own, false, ambiguous == 0)
  }
}
