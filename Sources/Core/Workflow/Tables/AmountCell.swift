// SPDX-License-Identifier: GPL-3.0-or-later
import KursModel

struct AmountCell {
  let number: WrittenNumber
  let isNegative: Bool
  let direction: Direction?
  /// A single letter that can mean debit or credit (S and H, D and C), or a currency.
  let letter: String?
  /// The words before and after the number. They may name a currency.
  let money: [String]

  /// Reads a cell. Nil unless the cell has exactly one number.
  init?(_ text: String) {
    let cell = Self.scalars(text)
    guard let start = Self.start(cell) else {
      // Accountants write zero as a dash, such as "$-", so a cell with dashes and a currency is read as zero.
      let words = String(String.UnicodeScalarView(cell.filter { !$0.isDash && $0 != " " }))
      let isSign = words.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
      let isCode = words.utf8.count == 3 && words.utf8.allSatisfy { (0x41...0x5A).contains($0) }
      guard cell.contains(where: \.isDash), !words.isEmpty, isSign || isCode else { return nil }
      var zero = WrittenNumber()
      zero.append(digit: 0)
      (number, isNegative, direction, letter, money) = (zero, false, nil, nil, [words])
      return
    }
    guard var (number, end) = Self.number(cell, at: start) else { return nil }
    if let (exponent, stop) = Self.exponent(cell, at: end) { (number.exponent, end) = (exponent, stop) }
    guard !cell[end...].contains(where: { $0.cellDigit != nil }) else { return nil }
    self.number = number
    let brackets = cell.reduce(0) { $0 + Self.bracket($1) }
    guard brackets == 0 else { return nil }
    var (before, behind) = (Array(cell[..<start]), Array(cell[end...]))
    let isBracketed = Self.takeBrackets(&before, &behind)
    let isYen = cell.contains { "\u{5186}¥\u{FFE5}".unicodeScalars.contains($0) }
    let signs = Self.takeSigns(&before, isYen: isYen) + Self.takeSigns(&behind, isYen: isYen)
    guard signs.count + (isBracketed ? 1 : 0) <= 1 else { return nil }
    isNegative = isBracketed || signs == [false]
    var (words, direction, letter) = ([String](), Direction?.none, String?.none)
    for side in [before, behind] {
      var rest: [Substring] = []
      for word in String(String.UnicodeScalarView(side)).split(whereSeparator: { " :=\"".contains($0) }) {
        let key = word.lowercased().trimmingSuffix { $0 == "." }
        if let found = Direction(mark: String(key)) {
          guard direction == nil else { return nil }
          direction = found
        } else {
          if word.count == 1, "shdck".contains(key) { letter = String(key) }
          rest.append(word)
        }
      }
      if !rest.isEmpty { words.append(rest.joined(separator: " ")) }
    }
    (self.direction, self.letter, money) = (direction, letter, words)
  }

  /// Returns the cell's visible characters, without the marks of a text formula (`="…"`). Makes all spaces equal.
  private static func scalars(_ text: String) -> [Unicode.Scalar] {
    var cell: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x200B...0x200F, 0x202A...0x202E, 0x2060, 0x2066...0x2069, 0xFEFF, 0x061C: continue
      case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: cell.append(" ")
      default: cell.append(scalar)
      }
    }
    if cell.starts(with: "=\"".unicodeScalars), cell.last == "\"" { return Array(cell.dropFirst(2).dropLast()) }
    if cell.count > 1, cell[0] == "'" { cell.removeFirst() }
    return cell
  }

  private static func start(_ cell: [Unicode.Scalar]) -> Int? {
    guard let digit = cell.firstIndex(where: { $0.cellDigit != nil }) else { return nil }
    // The point of ".5" belongs to the number, but the point of "Fr.5" doesn't.
    if digit > 0, ".,\u{66B}".unicodeScalars.contains(cell[digit - 1]),
      digit == 1 || cell[digit - 2] == " " || cell[digit - 2].isDash
        || "(+$€£¥".unicodeScalars.contains(cell[digit - 2])
    {
      return digit - 1
    }
    return digit
  }

  private static func number(_ cell: [Unicode.Scalar], at start: Int) -> (WrittenNumber, end: Int)? {
    var (number, place, zero) = (WrittenNumber(), start, UInt32?.none)
    func isDigit(_ place: Int) -> Bool { place < cell.count && cell[place].cellDigit != nil }
    while place < cell.count {
      if let digit = cell[place].cellDigit {
        guard zero == nil || zero == digit.zero else { return nil }
        zero = digit.zero
        number.append(digit: digit.value)
        place += 1
        continue
      }
      // Skips ":-", because Swedish shops write 250:- for 250 kronor.
      if cell[place] == ":", place + 1 < cell.count, cell[place + 1].isDash, !isDigit(place + 2) {
        place += 2
        break
      }
      guard let separator = separator(cell[place]) else { break }
      if isDigit(place + 1) {
        // A space ends the number, unless exactly three digits follow.
        if separator == .space, !(1...3).allSatisfy({ isDigit(place + $0) }) || isDigit(place + 4) { break }
        number.append(separator)
        place += 1
        continue
      }
      guard [.point, .comma, .arabicDecimal].contains(separator) else { break }
      // The decimals may be missing, as in "12.", or be dashes, as in "5.– CHF".
      place += 1
      number.append(separator)
      var dashes = 0
      while dashes < 2, place < cell.count, cell[place].isDash { (place, dashes) = (place + 1, dashes + 1) }
      break
    }
    return (number, place)
  }

  private static func exponent(_ cell: [Unicode.Scalar], at start: Int) -> (Int, end: Int)? {
    guard start + 1 < cell.count, cell[start] == "E" || cell[start] == "e" else { return nil }
    let hasSign = cell[start + 1] == "+" || cell[start + 1] == "-"
    let digits = cell[(start + (hasSign ? 2 : 1))...].prefix { $0.value >= 0x30 && $0.value <= 0x39 }
    guard (1...2).contains(digits.count), digits.endIndex == cell.count || cell[digits.endIndex] == " ",
      let value = Int(String(String.UnicodeScalarView(digits)))
    else { return nil }
    return (cell[start + 1] == "-" ? -value : value, digits.endIndex)
  }

  private static func separator(_ scalar: Unicode.Scalar) -> WrittenNumber.Separator? {
    switch scalar {
    case ".", "\u{FF0E}": .point
    case ",", "\u{FF0C}": .comma
    case "'", "\u{2019}", "\u{2BC}", "\u{B4}": .quote
    case " ": .space
    case "\u{66B}": .arabicDecimal
    case "\u{66C}", "\u{60C}": .arabicGroup
    default: nil
    }
  }

  /// Returns 1 for an opening bracket, -1 for a closing bracket, and 0 for any other character.
  private static func bracket(_ scalar: Unicode.Scalar) -> Int {
    switch scalar {
    case "(", "\u{FF08}", "<": 1
    case ")", "\u{FF09}", ">": -1
    default: 0
    }
  }

  /// Removes brackets. Returns whether they are around the number, which means minus in bookkeeping.
  private static func takeBrackets(_ before: inout [Unicode.Scalar], _ behind: inout [Unicode.Scalar]) -> Bool {
    let (open, close) = ("(\u{FF08}<".unicodeScalars, ")\u{FF09}>".unicodeScalars)
    let isAround =
      before.contains { open.contains($0) } && !before.contains { close.contains($0) }
      && behind.contains { close.contains($0) } && !behind.contains { open.contains($0) }
    before.removeAll { open.contains($0) || close.contains($0) }
    behind.removeAll { open.contains($0) || close.contains($0) }
    return isAround
  }

  /// Whether a character means minus, for example a triangle in Japan. A black triangle means minus only beside yen.
  private static func isMinus(_ scalar: Unicode.Scalar, isYen: Bool) -> Bool {
    scalar.isDash || scalar == "\u{25B3}" || scalar == "\u{25B2}" && isYen
  }

  private static func takeSigns(_ side: inout [Unicode.Scalar], isYen: Bool) -> [Bool] {
    var (signs, rest) = ([Bool](), [Unicode.Scalar]())
    for (index, scalar) in side.enumerated() {
      let isInWord =
        index > 0 && index + 1 < side.count && side[index - 1].properties.isAlphabetic
        && side[index + 1].properties.isAlphabetic
      if scalar == "+" || scalar == "\u{FF0B}" {
        signs.append(true)
      } else if isMinus(scalar, isYen: isYen), !isInWord {
        signs.append(false)
      } else {
        rest.append(scalar)
      }
    }
    side = rest
    return signs
  }
}

extension Unicode.Scalar {
  fileprivate var isDash: Bool {
    switch value {
    case 0x2D, 0x2010...0x2015, 0x2212, 0xFE58, 0xFE63, 0xFF0D: true
    default: false
    }
  }

  var cellDigit: (value: Int, zero: UInt32)? {
    if value >= 0x30, value <= 0x39 { return (Int(value) - 0x30, 0x30) }
    guard value >= 0x660, properties.numericType == .decimal, let number = properties.numericValue else { return nil }
    let digit = Int(number)
    return (digit, value - UInt32(digit))
  }
}

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
