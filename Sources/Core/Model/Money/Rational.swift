// SPDX-License-Identifier: GPL-3.0-or-later

public import BigInt

/// An exact fraction of any size. `Decimal` silently rounds at 38 digits, so that 100 ÷ 3 × 3 isn't 100.
public struct Rational: Sendable {
  enum Storage: Sendable {
    /// A numerator and a positive denominator. The fraction isn't reduced, because reducing at each step is slower.
    case small(Int64, Int64)
    /// Numbers of any size. They are stored indirectly, so that small numbers need only two words of memory.
    indirect case big(BigInt, BigInt)
  }

  let storage: Storage

  public static let zero = Rational(0)
  public static let one = Rational(1)

  public init(_ integer: Int64) {
    storage = .small(integer, 1)
  }

  public init?(_ numerator: BigInt, over denominator: BigInt) {
    guard denominator != 0 else { return nil }
    self.init(reducing: numerator, denominator)
  }

  init(small numerator: Int64, _ denominator: Int64) {
    storage = .small(numerator, denominator)
  }

  init(wide numerator: Int128, _ denominator: Int128) {
    if let n = Int64(exactly: numerator), let d = Int64(exactly: denominator), d > 0 {
      storage = .small(n, d)
      return
    }
    let divisor = Int128(greatestCommonDivisor(numerator.magnitude, denominator.magnitude))
    let sign: Int128 = denominator < 0 ? -1 : 1
    let (n, d) = divisor == 0 ? (numerator, denominator) : (numerator / divisor, denominator / divisor)
    if let n = Int64(exactly: n * sign), let d = Int64(exactly: d * sign) {
      storage = .small(n, d)
    } else {
      storage = .big(BigInt(n) * BigInt(sign), BigInt(d) * BigInt(sign))
    }
  }

  init(reducing numerator: BigInt, _ denominator: BigInt) {
    let divisor = numerator.greatestCommonDivisor(with: denominator) * (denominator < 0 ? -1 : 1)
    let (n, d) = (numerator / divisor, denominator / divisor)
    if let n = Int64(exactly: n), let d = Int64(exactly: d) {
      storage = .small(n, d)
    } else {
      storage = .big(n, d)
    }
  }

  /// The number in lowest terms. Reducing saves time for values that are used often.
  public var reduced: Rational {
    switch storage {
    case .small(let n, let d):
      let divisor = Int64(greatestCommonDivisor(n.magnitude, d.magnitude))
      return Rational(small: n / divisor, d / divisor)
    case .big(let n, let d): return Rational(reducing: n, d)
    }
  }

  public var numerator: BigInt {
    switch storage {
    case .small(let n, _): BigInt(n)
    case .big(let n, _): n
    }
  }

  public var denominator: BigInt {
    switch storage {
    case .small(_, let d): BigInt(d)
    case .big(_, let d): d
    }
  }

  public var signum: Int {
    switch storage {
    case .small(let n, _): Int(n.signum())
    case .big(let n, _): Int(n.signum())
    }
  }

  /// The numerator and the positive denominator. Nil if one of them exceeds 64 bits.
  public var words: (numerator: Int64, denominator: Int64)? {
    if case .small(let n, let d) = storage { (n, d) } else { nil }
  }

  public var magnitude: Rational { signum < 0 ? -self : self }
}

func greatestCommonDivisor(_ a: UInt128, _ b: UInt128) -> UInt128 {
  var (a, b) = (a, b)
  while b != 0 {
    if let shortA = UInt64(exactly: a), let shortB = UInt64(exactly: b) {
      return UInt128(greatestCommonDivisor(shortA, shortB))
    }
    (a, b) = (b, a % b)
  }
  return a
}

func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
  var (a, b) = (a, b)
  while b != 0 { (a, b) = (b, a % b) }
  return a
}

extension Array where Element == Rational {
  /// The exact sum. The numbers are added in pairs, so that denominators stay small.
  var exactSum: Rational {
    var sums = self
    while sums.count > 1 {
      sums = stride(from: 0, to: sums.count, by: 2).map { index in
        index + 1 < sums.count ? sums[index].unreducedSum(with: sums[index + 1]) : sums[index]
      }
    }
    return sums.first ?? .zero
  }
}

extension Rational {
  /// Adds without reducing the fraction, because finding the common divisor is slower.
  func unreducedSum(with other: Rational) -> Rational {
    if case .small = storage, case .small = other.storage { return self + other }
    let (a, b, c, d) = (numerator, denominator, other.numerator, other.denominator)
    return b == d ? Rational(unreduced: a + c, b) : Rational(unreduced: a * d + c * b, b * d)
  }

  func unreducedProduct(with other: Rational) -> Rational {
    if case .small = storage, case .small = other.storage { return self * other }
    return Rational(unreduced: numerator * other.numerator, denominator * other.denominator)
  }

  init(unreduced numerator: BigInt, _ denominator: BigInt) {
    storage = .big(numerator, denominator)
  }
}

extension Rational {
  public static func * (a: Rational, b: Rational) -> Rational {
    guard case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage else {
      return Rational(reducing: a.numerator * b.numerator, a.denominator * b.denominator)
    }
    let (n, lostN) = an.multipliedReportingOverflow(by: bn)
    let (d, lostD) = ad.multipliedReportingOverflow(by: bd)
    if !lostN, !lostD { return Rational(small: n, d) }
    return Rational(wide: Int128(an) * Int128(bn), Int128(ad) * Int128(bd))
  }

  public func divided(by divisor: Rational) -> Rational? {
    guard divisor.signum != 0 else { return nil }
    return self * divisor.inverse
  }

  /// 1 ÷ self, or zero for zero. No stored rate is zero, because Kurs quarantines such rates.
  public var reciprocal: Rational { signum == 0 ? .zero : inverse }

  /// 1 ÷ self. The caller must make sure that the number isn't zero.
  var inverse: Rational {
    switch storage {
    case .small(let n, let d):
      n > 0 ? Rational(small: d, n) : Rational(wide: -Int128(d), -Int128(n))
    case .big(let n, let d):
      Rational(reducing: d, n)
    }
  }

  public static func + (a: Rational, b: Rational) -> Rational {
    guard case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage else {
      return Rational(
        reducing: a.numerator * b.denominator + b.numerator * a.denominator,
        a.denominator * b.denominator)
    }
    if ad == bd {
      let (n, lost) = an.addingReportingOverflow(bn)
      if !lost { return Rational(small: n, ad) }
    }
    // Each product needs 127 bits and the sum needs 128, so only extreme values overflow.
    let (sum, lost) = (Int128(an) * Int128(bd)).addingReportingOverflow(Int128(bn) * Int128(ad))
    if !lost { return Rational(wide: sum, Int128(ad) * Int128(bd)) }
    return Rational(
      reducing: a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
  }

  public static prefix func - (a: Rational) -> Rational {
    switch a.storage {
    case .small(let n, let d): Rational(wide: -Int128(n), Int128(d))
    case .big(let n, let d): Rational(unreduced: -n, d)
    }
  }

  public static func - (a: Rational, b: Rational) -> Rational { a + -b }
  public static func += (a: inout Rational, b: Rational) { a = a + b }
}

extension Rational: Comparable, Hashable {
  public static func == (a: Rational, b: Rational) -> Bool { compare(a, b) == 0 }
  public static func < (a: Rational, b: Rational) -> Bool { compare(a, b) < 0 }

  private static func compare(_ a: Rational, _ b: Rational) -> Int {
    if case .small(let an, let ad) = a.storage, case .small(let bn, let bd) = b.storage {
      let (left, right) = (Int128(an) * Int128(bd), Int128(bn) * Int128(ad))
      return left < right ? -1 : left == right ? 0 : 1
    }
    let (left, right) = (a.numerator * b.denominator, b.numerator * a.denominator)
    return left < right ? -1 : left == right ? 0 : 1
  }

  public func hash(into hasher: inout Hasher) {
    switch reduced.storage {
    case .small(let n, let d):
      hasher.combine(n)
      hasher.combine(d)
    case .big(let n, let d):
      hasher.combine(n)
      hasher.combine(d)
    }
  }
}

extension Rational {
  public func append(places: Int, to bytes: inout [UInt8]) {
    let (start, places) = (bytes.count, max(places, 0))
    switch storage {
    case .small(let n, let d): Self.append(n.magnitude, d.magnitude, places: places, to: &bytes)
    case .big: Self.append(scaledInteger(places: places).digits, places: places, to: &bytes)
    }
    // Write no minus before a number that rounds to zero.
    if signum < 0, bytes[start...].contains(where: { $0 > UInt8(ascii: "0") }) {
      bytes.insert(UInt8(ascii: "-"), at: start)
    }
  }

  private static func append(_ n: UInt64, _ d: UInt64, places: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    var (whole, rest) = n.quotientAndRemainder(dividingBy: d)
    bytes.append(decimal: whole)
    if places > 0 { bytes.append(UInt8(ascii: ".")) }
    var left = places
    while left > 0 {
      let step = min(left, 18)
      (whole, rest) = d.dividingFullWidth(rest.multipliedFullWidth(by: shortPowers[step]))
      bytes.append(decimal: whole, width: step)
      left -= step
    }
    guard rest > 0, rest >= d - rest else { return }
    for index in bytes.indices[start...].reversed() where bytes[index] != UInt8(ascii: ".") {
      if bytes[index] < UInt8(ascii: "9") { return bytes[index] += 1 }
      bytes[index] = UInt8(ascii: "0")
    }
    bytes.insert(UInt8(ascii: "1"), at: start)
  }

  private static func append(_ digits: String, places: Int, to bytes: inout [UInt8]) {
    let digits = Array(digits.utf8)
    let all = [UInt8](repeating: UInt8(ascii: "0"), count: max(places + 1 - digits.count, 0)) + digits
    bytes += all.dropLast(places)
    if places > 0 { bytes.append(UInt8(ascii: ".")) }
    bytes += all.suffix(places)
  }

  /// The number of decimals. Nil if the decimals never end.
  public var terminatingPlaces: Int? {
    switch reduced.storage {
    case .small(_, let d): Self.places(ofOneIn: d)
    case .big(_, let d): Self.places(ofOneIn: d)
    }
  }

  private static func places(ofOneIn denominator: some BinaryInteger) -> Int? {
    let twos = denominator.trailingZeroBitCount
    var (rest, fives) = (denominator >> twos, 0)
    while rest % 5 == 0 { (rest, fives) = (rest / 5, fives + 1) }
    return rest == 1 ? max(twos, fives) : nil
  }

  /// The exponent of the first significant digit: 0 for 1 to 9, −2 for 0.05, 0 for zero.
  public var leadingExponent: Int {
    guard signum != 0 else { return 0 }
    if case .small(let n, let d) = storage {
      let (n, d) = (UInt128(n.magnitude), UInt128(d.magnitude))
      let guess = Self.digits(of: n) - Self.digits(of: d)
      let power = UInt128(Self.shortPowers[abs(guess)])
      return (guess >= 0 ? n < d * power : n * power < d) ? guess - 1 : guess
    }
    let (n, d) = (numerator.magnitude, denominator.magnitude)
    let guess = String(n).count - String(d).count
    let power = BigUInt(10).power(abs(guess))
    return (guess >= 0 ? n < d * power : n * power < d) ? guess - 1 : guess
  }

  private static func digits(of number: UInt128) -> Int {
    shortPowers.firstIndex { number < $0 } ?? shortPowers.count
  }
}

extension [UInt8] {
  fileprivate mutating func append(decimal number: UInt64, width: Int = 1) {
    let start = count
    var rest = number
    repeat {
      append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0 || count - start < width
    self[start...].reverse()
  }
}

extension Rational {
  /// Reads a decimal such as `-1234.5e6`. Nil for other text, over 10,000 digits, or an exponent beyond ±400.
  public init?(text: some StringProtocol) {
    var (coefficient, scale, negative) = (BigUInt(0), 0, false)
    var (short, shortDigits) = (UInt64(0), 0)
    var (digits, seenPoint, exponent) = (0, false, 0)
    var bytes = Array(text.utf8)[...]
    guard bytes.count <= 10_000 else { return nil }
    if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      negative = sign == UInt8(ascii: "-")
      bytes = bytes.dropFirst()
    }
    var long: [UInt8] = []
    scan: while let byte = bytes.first {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits += 1
        if seenPoint { scale += 1 }
        if shortDigits < 18 {
          short = short * 10 + UInt64(byte - UInt8(ascii: "0"))
          if short > 0 { shortDigits += 1 }
        } else {
          long.append(byte)
        }
      case UInt8(ascii: ".") where !seenPoint && digits > 0:
        seenPoint = true
        guard bytes.count > 1, isDigit(bytes[bytes.startIndex + 1]) else { return nil }
      case UInt8(ascii: "e") where digits > 0, UInt8(ascii: "E") where digits > 0:
        guard let value = Int(String(decoding: bytes.dropFirst(), as: UTF8.self)), abs(value) <= 400 else {
          return nil
        }
        exponent = value
        bytes = []
        break scan
      default:
        return nil
      }
      bytes = bytes.dropFirst()
    }
    guard digits > 0 else { return nil }
    coefficient = BigUInt(short)
    if !long.isEmpty {
      guard let tail = BigUInt(String(decoding: long, as: UTF8.self)) else { return nil }
      coefficient = coefficient * BigUInt(10).power(long.count) + tail
    }
    let power = exponent - scale
    if long.isEmpty, power <= 0, power > -19 {
      self.init(small: negative ? -Int64(short) : Int64(short), Int64(Self.shortPowers[-power]))
    } else {
      let whole = Rational(reducing: BigInt(sign: negative ? .minus : .plus, magnitude: coefficient), 1)
      self = whole * .powerOfTen(power)
    }
  }

  /// The number as text, rounded half away from zero and without grouping, for example `-1234.50`.
  public func text(places: Int) -> String {
    var bytes: [UInt8] = []
    append(places: places, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number with all decimals if they end, otherwise with `significant` digits. The text has no trailing zeros.
  public func exactText(significant: Int = 28) -> String {
    var bytes: [UInt8] = []
    appendExact(significant: significant, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  public func appendExact(significant: Int = 28, to bytes: inout [UInt8]) {
    if let places = terminatingPlaces { return append(places: places, to: &bytes) }
    appendTrimmed(places: significant - 1 - leadingExponent, to: &bytes)
  }

  /// The number as text, rounded to `significant` digits and without trailing zeros. Integers keep all digits.
  public func text(significant: Int) -> String {
    guard signum != 0 else { return "0" }
    var bytes: [UInt8] = []
    appendTrimmed(places: significant - 1 - leadingExponent, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number of decimals with which every view shows a rate. They give the rate at least five significant digits.
  public var ratePlaces: Int { signum == 0 ? 0 : max(4 - leadingExponent, 0) }

  private func appendTrimmed(places: Int, to bytes: inout [UInt8]) {
    let start = bytes.count
    append(places: places, to: &bytes)
    guard bytes[start...].contains(UInt8(ascii: ".")) else { return }
    while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
  }
}

private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

extension Rational: CustomStringConvertible {
  public var description: String { exactText() }
}

extension Rational {
  /// The number in units of 10^-places, rounded half away from zero. Nil if it exceeds 64 bits.
  public func units(places: Int) -> Int64? {
    switch scaledInteger(places: places) {
    case .small(let isNegative, let magnitude): Int64(exactly: magnitude).map { isNegative ? -$0 : $0 }
    case .big: nil
    }
  }

  public init(units: Int64, places: Int) {
    self = Rational(units) * .powerOfTen(-places)
  }
}

extension Rational {
  /// The nearest multiple of 10^-places. Ties are rounded away from zero.
  public func rounded(places: Int) -> Rational {
    let unit = Rational.powerOfTen(places)
    return Rational(reducingInteger: scaledInteger(places: places), over: unit)
  }

  func scaledInteger(places: Int) -> Integer {
    if case .small(let n, let d) = storage, places >= 0, places < Self.shortPowers.count {
      let (product, lost) = n.magnitude.multipliedReportingOverflow(by: Self.shortPowers[places])
      if !lost {
        let (quotient, remainder) = product.quotientAndRemainder(dividingBy: d.magnitude)
        return .small(
          negative: n < 0, UInt128(quotient) + (remainder >= d.magnitude - remainder && remainder > 0 ? 1 : 0))
      }
      let wide = UInt128(n.magnitude) * UInt128(Self.shortPowers[places])
      let (quotient, remainder) = wide.quotientAndRemainder(dividingBy: UInt128(d.magnitude))
      return .small(negative: n < 0, quotient + (remainder * 2 >= UInt128(d.magnitude) ? 1 : 0))
    }
    let power = BigUInt(10).power(abs(places))
    let (n, d) = (numerator.magnitude, denominator.magnitude)
    let (top, bottom) = places >= 0 ? (n * power, d) : (n, d * power)
    let (quotient, remainder) = top.quotientAndRemainder(dividingBy: bottom)
    return .big(negative: signum < 0, quotient + (remainder * 2 >= bottom ? 1 : 0))
  }

  /// Returns |self| × 10^places as dividend ÷ divisor, with the remainder of this division. Nil above 64 bits.
  func remainder(places: Int) -> (remainder: UInt128, divisor: UInt128, dividend: UInt128)? {
    guard case .small(let n, let d) = storage, Self.shortPowers.indices.contains(places) else { return nil }
    let (dividend, divisor) = (UInt128(n.magnitude) * UInt128(Self.shortPowers[places]), UInt128(d.magnitude))
    return (dividend % divisor, divisor, dividend)
  }

  enum Integer {
    case small(negative: Bool, UInt128)
    case big(negative: Bool, BigUInt)

    var digits: String {
      switch self {
      case .small(_, let magnitude): String(magnitude)
      case .big(_, let magnitude): String(magnitude)
      }
    }

    var isNegative: Bool {
      switch self {
      case .small(let negative, let magnitude): negative && magnitude != 0
      case .big(let negative, let magnitude): negative && magnitude != 0
      }
    }
  }

  private init(reducingInteger integer: Integer, over unit: Rational) {
    if case .small(let negative, let magnitude) = integer, let small = Int64(exactly: magnitude),
      case .small(let power, 1) = unit.storage, power > 0
    {
      self.init(small: negative ? -small : small, power)
    } else {
      let magnitude = BigInt(integer.digits) ?? 0
      let signed = Rational(reducing: integer.isNegative ? -magnitude : magnitude, 1)
      self = signed * unit.inverse
    }
  }

  public static func powerOfTen(_ exponent: Int) -> Rational {
    let size = abs(exponent)
    let power =
      size < shortPowers.count - 1
      ? Rational(Int64(shortPowers[size])) : Rational(reducing: BigInt(10).power(size), 1)
    return exponent < 0 ? power.inverse : power
  }

  static let shortPowers: [UInt64] = (0..<20).map { exponent in
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}

extension Rational {
  /// The exact, reduced fraction as text, for example `-7/3`.
  public var fraction: String {
    let number = reduced
    return "\(number.numerator)/\(number.denominator)"
  }

  /// Reads a fraction such as `7/3`. Nil for any other text.
  public init?(fraction text: some StringProtocol) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) } }),
      let numerator = Rational(text: parts[0]), let denominator = Rational(text: parts[1]),
      denominator.signum > 0, let value = numerator.divided(by: denominator)
    else { return nil }
    self = value
  }
}
